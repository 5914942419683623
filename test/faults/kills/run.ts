/**
 * Runs the scenarios with many units and kills, and prints one row of a Markdown table for each:
 * `npm run test:faults -- --units 5000 --kills 40 --freezes 5`. Fails if something was lost or doubled.
 */
import { parseArgs } from 'node:util'
import { openBenchPostgres } from '../../bench/bench-postgres.ts'
import { HAS_REDIS_SERVER } from '../own-redis.ts'
import { freezeWorker } from './freeze-worker.ts'
import { type Figures, killProcesses } from './kill-processes.ts'

const { values } = parseArgs({
  options: {
    units: { type: 'string', default: '5000' },
    kills: { type: 'string', default: '40' },
    freezes: { type: 'string', default: '5' },
    seed: { type: 'string', default: '1' },
  },
})
const UNITS_PER_ANALYSIS = 50
/** Answers per second. Higher rates would need more units, because each kill takes the time of a start. */
const RATE = 25

const postgres = await openBenchPostgres()
const plan = {
  seed: Number(values.seed),
  analyses: Math.ceil(Number(values.units) / UNITS_PER_ANALYSIS),
  unitsPerAnalysis: UNITS_PER_ANALYSIS,
  kills: Number(values.kills),
  rate: RATE,
}
const scenarios: [fault: string, run: () => Promise<Figures>][] = [
  [
    'the only process is killed',
    async () => killProcesses({ ...plan, backend: 'postgres', database: await postgres.database() }),
  ],
]
if (HAS_REDIS_SERVER) {
  scenarios.push(
    [
      'gateways and workers are killed',
      async () => killProcesses({ ...plan, backend: 'redis', database: await postgres.database() }),
    ],
    [
      'a worker is frozen past its locks, and continues',
      async () => freezeWorker({ database: await postgres.database(), times: Number(values.freezes) }),
    ],
  )
} else console.log('no redis-server: the scenarios with several processes are left out')

console.log(
  '| fault | times | units | lost | doubled | asked again (limit) | seconds to recovery: median, maximum |',
)
console.log('| --- | --- | --- | --- | --- | --- | --- |')
for (const [fault, run] of scenarios) {
  const figures = await run()
  const { times, units, lost, doubled, askedAgain, askedAgainLimit, recovery } = figures
  const median = recovery[Math.floor(recovery.length / 2)] ?? 0
  const cells = [
    fault,
    times,
    units.toLocaleString('en-US'),
    lost,
    doubled,
    `${askedAgain} (${askedAgainLimit})`,
    `${median.toFixed(1)}, ${(recovery.at(-1) ?? 0).toFixed(1)}`,
  ]
  console.log(`| ${cells.join(' | ')} |`)
  const wrong = Object.entries({
    lost,
    doubled,
    'webhooks missing or with several ids': figures.wrongWebhooks,
    'credits that do not match': figures.creditsAdrift,
    'stored responses that differ from the answer': figures.mixedAnswers,
    'answers or ledger rows changed by a late answer': figures.changedLater,
    'questions asked again beyond the limit': Math.max(0, askedAgain - askedAgainLimit),
  }).filter(([, count]) => count > 0)
  for (const [name, count] of wrong) console.error(`${fault}: ${count} ${name}`)
  if (wrong.length > 0) process.exitCode = 1
}
await postgres.close()
