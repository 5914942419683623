/** Measures how long POST /v1/async-analysis takes to return 202 for 100 and 10,000 units. Baseline: inserting as many plain rows. */
import { newId } from '../../src/core/foundation/ids.ts'
import { openGateway } from '../../src/process/gateway.ts'
import { openBenchPostgres, openOrganization } from './bench-postgres.ts'
import { report } from './figures.ts'

const PROVIDERS = ['chatgpt', 'perplexity', 'gemini', 'google_ai_overview', 'google_ai_mode']
const ROUNDS = 15
const WARM_UP = 10

const postgres = await openBenchPostgres()
const application = await postgres.application('postgres')
const { services, gate } = application
const { operator, key } = await openOrganization(application, 1_000_000)
const gateway = await openGateway({ services, gate, host: '127.0.0.1', port: 0 })

await operator.db.pool.query(
  'CREATE TABLE bare (id uuid PRIMARY KEY, ordinal int, provider text, location text)',
)
for (const [units, prompts, locations, replicates, aim] of [
  [100, 10, ['US', 'DE'], 1, 25],
  [10_000, 100, ['US', 'DE'], 10, 2_000],
] as const) {
  const accepted: number[] = []
  const bare: number[] = []
  for (let round = -WARM_UP; round < ROUNDS; round += 1) {
    const rows = await timed(() => insertBare(units))
    const request = await timed(() => accept(prompts, locations, replicates))
    if (round < 0) continue
    bare.push(rows)
    accepted.push(request)
  }
  const ratio = median(accepted) / median(bare)
  report(`acceptance of ${units} units`, [
    { name: 'until accepted', value: median(accepted), unit: 'ms', better: 'lower', aim },
    { name: 'compared with inserting bare rows', value: ratio, unit: '×', better: 'lower' },
  ])
}
await gateway.close()
await application.close()
await postgres.close()

async function accept(prompts: number, locations: readonly string[], replicates: number): Promise<void> {
  const response = await fetch(`${gateway.url}/v1/async-analysis`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({
      prompts: Array.from({ length: prompts }, (_, n) => `Best project management software, question ${n}?`),
      brandName: 'Taskfern',
      replicates,
      providers: PROVIDERS,
      locations,
    }),
  })
  if (response.status !== 202) throw new Error(await response.text())
  await response.text()
}

async function insertBare(rows: number): Promise<void> {
  const ids = Array.from({ length: rows }, newId)
  await operator.db.pool.query(
    `INSERT INTO bare SELECT id, n, 'chatgpt', 'US' FROM unnest($1::uuid[]) WITH ORDINALITY AS u (id, n)`,
    [ids],
  )
}

async function timed(work: () => Promise<void>): Promise<number> {
  const begun = performance.now()
  await work()
  return performance.now() - begun
}

function median(values: number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0
}
