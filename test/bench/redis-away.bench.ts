/**
 * Measures request times during a Redis outage, and the time until work and readiness resume after it, for each kind of
 * outage. A gateway and a worker run as processes. Baseline: the same requests and a small analysis with Redis.
 */
import { setTimeout as pause } from 'node:timers/promises'
import { HAS_REDIS_SERVER } from '../faults/own-redis.ts'
import { REDIS_LOSSES, type RedisLoss } from '../faults/redis-losses.ts'
import { openSplitService, type SplitService } from '../faults/split-service.ts'
import { openBenchPostgres } from './bench-postgres.ts'
import { type Figure, report } from './figures.ts'
import { median } from './load.ts'

const ROUNDS = 3
/** Duration of the outage in milliseconds. It is longer than every timeout for Redis in the product. */
const AWAY = 5_000

async function timed(work: () => Promise<unknown>): Promise<number> {
  const begun = performance.now()
  await work()
  return performance.now() - begun
}

/** Sends requests of each kind one after another for `milliseconds`. Returns the longest duration of each kind. */
async function slowestAnswer(service: SplitService, milliseconds: number): Promise<number> {
  const end = performance.now() + milliseconds
  let slowest = 0
  while (performance.now() < end) {
    // Only a few, so that their work does not delay the recovery.
    await pause(100)
    let analysisId = ''
    const start = async () => {
      analysisId = await service.start(['asked meanwhile'])
    }
    slowest = Math.max(slowest, await timed(start))
    for (const [path, init] of service.reads(analysisId)) {
      const read = async () => {
        const response = await service.send(path, init)
        if (response.status !== 200) throw new Error(`${path} was answered with ${response.status}`)
        await response.text()
      }
      slowest = Math.max(slowest, await timed(read))
    }
  }
  return slowest
}

async function untilReady(service: SplitService): Promise<void> {
  while ((await service.readiness()).some((status) => status !== 200)) await pause(20)
}

/** Measurements of one outage of a busy service, in milliseconds. */
async function lose(service: SplitService, { take, bring }: RedisLoss) {
  service.model.answer(10_000)
  const before = await slowestAnswer(service, 1_000)
  const small = await timed(async () => service.ended(await service.start(['there'])))
  service.model.hold()
  await service.start(Array.from({ length: 24 }, (_, n) => `under way ${n}`))
  await service.model.waiting(2)
  await take(service)
  let accepted = ''
  // The first request may wait until Redis is considered unavailable.
  const first = await timed(async () => {
    accepted = await service.start(['accepted while away'])
  })
  service.model.answer(10_000)
  const away = Math.max(first, await slowestAnswer(service, AWAY))
  const restored = performance.now()
  await bring(service)
  const [ended, ready] = await Promise.all(
    [service.ended(accepted), untilReady(service)].map(async (done) => {
      await done
      return performance.now() - restored
    }),
  )
  await service.allEnded()
  return { before, small, away, ended: ended ?? 0, ready: ready ?? 0 }
}

if (HAS_REDIS_SERVER) {
  const postgres = await openBenchPostgres()
  for (const loss of REDIS_LOSSES) {
    const service = await openSplitService({ LOG_LEVEL: 'silent' }, await postgres.database())
    const rounds: Awaited<ReturnType<typeof lose>>[] = []
    for (let round = 0; round < ROUNDS; round += 1) rounds.push(await lose(service, loss))
    await service.close()
    const figure = (name: string, of: keyof Awaited<ReturnType<typeof lose>>): Figure => ({
      name,
      value: median(rounds.map((round) => round[of])),
      unit: 'ms',
      better: 'lower',
    })
    report(`redis-away, ${loss.what}`, [
      figure('slowest answer while away', 'away'),
      figure('slowest answer before', 'before'),
      figure('from return to completion of accepted work', 'ended'),
      figure('from return to ready', 'ready'),
      figure('a small analysis before', 'small'),
    ])
  }
  await postgres.close()
}
