import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type KillSetup, openKillSetup } from './kill-setup.ts'
import { HAS_REDIS_SERVER, type OwnRedis, startOwnRedis } from './own-redis.ts'
import { runCommand, startServer } from './server-process.ts'

const LOSSES = [
  { what: 'killed', take: (redis: OwnRedis) => redis.kill() },
  { what: 'frozen', take: (redis: OwnRedis) => redis.freeze() },
]

describe.skipIf(!HAS_REDIS_SERVER).each(LOSSES)('while Redis is $what', ({ take }) => {
  let redis: OwnRedis
  let setup: KillSetup

  beforeAll(async () => {
    redis = await startOwnRedis()
    setup = await openKillSetup({ REDIS_URL: redis.url })
  })
  afterAll(async () => {
    redis.resume()
    await redis.kill()
    await setup.close()
  })

  it('running gateways and workers still stop cleanly, and a starting server fails with REDIS_URL in its error', async () => {
    const { environment } = setup
    const servers = await Promise.all(
      ['gateway', 'worker'].map((role) => startServer(environment, ['--role', role])),
    )
    await take(redis)
    const { code, output } = await runCommand(['start', '--port', '0', '--json'], environment)
    expect(code).toBe(1)
    expect(JSON.parse(output).error.message).toMatch(/^REDIS_URL cannot be reached: ./)
    expect(await Promise.all(servers.map((server) => server.stop()))).toEqual([0, 0])
  }, 60_000)
})
