import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, inject, it } from 'vitest'
import { createDatabase } from '../world.ts'
import { runJson, startServer } from './server-process.ts'
import { type SnapshotVendor, startSnapshotVendor } from './snapshot-vendor.ts'

let folder: string
let vendor: SnapshotVendor
let database: Awaited<ReturnType<typeof createDatabase>>
let environment: Record<string, string>

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'answergraph-pending-'))
  chmodSync(folder, 0o755)
  vendor = await startSnapshotVendor()
  database = await createDatabase()
  const provider = {
    id: 'chatgpt',
    driver: 'brightdata',
    baseUrl: vendor.url,
    options: { surface: 'chatgpt', pollInterval: 50 },
  }
  writeFileSync(join(folder, 'providers.json'), JSON.stringify({ providers: [provider] }))
  environment = {
    DATA_DIR: join(folder, 'data'),
    DATABASE_URL: database.databaseUrl,
    SECRET_KEY: 'a secret of at least thirty-two bytes',
    PROVIDERS_FILE: join(folder, 'providers.json'),
    BRIGHTDATA_API_KEY: 'bright-secret',
  }
})
afterEach(async () => {
  vendor.close()
  await database.drop()
  rmSync(folder, { recursive: true, force: true })
})

const redisUrl = inject('redisUrl')
const SETUPS: { name: string; redis: Record<string, string> | null }[] = [
  { name: 'a server', redis: null },
  ...(redisUrl ? [{ name: 'a worker on Redis', redis: { REDIS_URL: redisUrl } }] : []),
]

it.each(SETUPS)(
  'kill -9 of $name that is waiting for a vendor to finish an answer: the next process fetches it, and nothing is bought twice',
  async ({ redis }) => {
    environment = { ...environment, ...redis }
    const gateway = redis ? await startServer(environment, ['--role', 'gateway']) : null
    const startAsker = () => startServer(environment, redis ? ['--role', 'worker'] : [])
    const first = await startAsker()
    const { id } = await runJson<{ id: string }>(
      ['org', 'create', '--name', 'Acme', '--plan', 'pro', '--credits', '10'],
      environment,
    )
    const { key } = await runJson<{ key: string }>(['key', 'create', '--org', id], environment)
    const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' }
    const polled = vendor.polled()
    const accepted = await fetch(`${(gateway ?? first).url}/v1/async-analysis`, {
      method: 'POST',
      headers,
      body: JSON.stringify({
        prompts: ['Which tool is best?'],
        brandName: 'Acme',
        replicates: 1,
        providers: ['chatgpt'],
        locations: ['US'],
      }),
    })
    expect(accepted.status).toBe(202)
    const { data } = (await accepted.json()) as { data: { analysisId: string } }
    await polled
    await first.kill()

    vendor.finish()
    const second = await startAsker()
    const { url } = gateway ?? second
    const query = `subscription { asyncAnalysisProgress(analysisId: "${data.analysisId}") { status } }`
    const stream = await fetch(`${url}/graphql`, {
      method: 'POST',
      headers: { ...headers, accept: 'text/event-stream' },
      body: JSON.stringify({ query }),
    })
    expect(await stream.text()).toContain('COMPLETED')
    const ended = await fetch(`${url}/v1/async-analysis/${data.analysisId}`, { headers })
    expect(((await ended.json()) as { data: object }).data).toMatchObject({
      progress: { total: 1, completed: 1, failed: 0 },
      credits: { reserved: 1, charged: 1, refunded: 0 },
      results: [{ status: 'ok', surface: 'consumer_ui', brand: { mentioned: true } }],
    })
    expect(vendor.bought).toEqual(['Which tool is best?'])
    await second.stop()
    await gateway?.stop()
  },
  90_000,
)
