/**
 * Runs the scenarios with many units and faults, and prints one row of a Markdown table for each:
 * `npm run test:faults -- --only redis --cuts 3`. Fails if something was lost or doubled.
 */
import { parseArgs } from 'node:util'
import { openBenchPostgres } from '../../bench/bench-postgres.ts'
import { HAS_SYSTEM_POSTGRES } from '../../own-postgres.ts'
import { HAS_FAKETIME } from '../fake-clocks.ts'
import { HAS_REDIS_SERVER } from '../own-redis.ts'
import { HAS_PGBOUNCER } from '../pgbouncer.ts'
import { clockJumps, postgresClockJumps } from './clock-jumps.ts'
import { type Cut, cutService } from './cut-service.ts'
import { type Figures, mistakes } from './figures.ts'
import { freezeWorker } from './freeze-worker.ts'
import { killProcesses } from './kill-processes.ts'
import {
  postgresBehindPgBouncer,
  postgresFailover,
  postgresStopped,
  slowDisk,
  walDiskFull,
} from './postgres-cuts.ts'
import { redisEmptied, redisFailover, redisKilled } from './redis-cuts.ts'
import { openServices } from './services.ts'

const { values } = parseArgs({
  options: {
    units: { type: 'string', default: '5000' },
    kills: { type: 'string', default: '40' },
    freezes: { type: 'string', default: '5' },
    /** Number of cuts of each kind. */
    cuts: { type: 'string', default: '4' },
    /** A regular expression that the names of the scenarios to run match. */
    only: { type: 'string', default: '' },
    seed: { type: 'string', default: '1' },
  },
})
const UNITS_PER_ANALYSIS = 50
/** Answers per second. Higher rates would need more units, because each kill takes the time of a start. */
const RATE = 25
/** Units between two cuts: about eight seconds of work. */
const UNITS_PER_CUT = 200

interface Scenario {
  fault: string
  /** Whether the programs that it needs are installed. */
  possible: boolean
  run(): Promise<Figures | null>
}

const postgres = await openBenchPostgres()
const seed = Number(values.seed)
const cuts = Number(values.cuts)
const killPlan = {
  seed,
  analyses: Math.ceil(Number(values.units) / UNITS_PER_ANALYSIS),
  unitsPerAnalysis: UNITS_PER_ANALYSIS,
  faults: Number(values.kills),
  rate: RATE,
}
const cutPlan = {
  seed,
  analyses: ((cuts + 1) * UNITS_PER_CUT) / UNITS_PER_ANALYSIS,
  unitsPerAnalysis: UNITS_PER_ANALYSIS,
  faults: cuts,
  rate: RATE,
}
const cut = async (opened: Promise<Cut | null>, seconds: number) => {
  const found = await opened
  return found && cutService(found, { ...cutPlan, duration: seconds * 1_000 })
}
const withPostgres = HAS_REDIS_SERVER && HAS_SYSTEM_POSTGRES

const SCENARIOS: Scenario[] = [
  {
    fault: '`kill -9` of gateways and workers, with Redis',
    possible: HAS_REDIS_SERVER,
    run: async () => killProcesses(await openServices('redis', await postgres.database()), killPlan),
  },
  {
    fault: '`kill -9` of the only process, without Redis',
    possible: true,
    run: async () => killProcesses(await openServices('postgres', await postgres.database()), killPlan),
  },
  {
    fault: 'a worker is frozen until another one has answered, and then continues',
    possible: HAS_REDIS_SERVER,
    run: async () =>
      freezeWorker({
        services: await openServices('redis', await postgres.database()),
        times: Number(values.freezes),
      }),
  },
  {
    fault: 'Redis is killed, and returns empty after 30 s',
    possible: HAS_REDIS_SERVER,
    run: async () => cut(redisKilled(await postgres.database()), 30),
  },
  {
    fault: 'Redis loses its data',
    possible: HAS_REDIS_SERVER,
    run: async () => cut(redisEmptied(await postgres.database()), 0),
  },
  {
    fault: 'the Redis primary is killed, and Sentinel promotes the replica',
    possible: HAS_REDIS_SERVER,
    run: async () => cut(redisFailover(await postgres.database()), 0),
  },
  {
    fault: 'PostgreSQL stops at once for 10 s, then 200 clients return',
    possible: withPostgres,
    run: () => cut(postgresStopped(), 10),
  },
  {
    fault: 'the PostgreSQL primary stops at once, and its synchronous standby is promoted',
    possible: withPostgres,
    run: () => cut(postgresFailover(), 0),
  },
  {
    fault: 'PostgreSQL stops at once for 10 s behind PgBouncer in transaction mode',
    possible: withPostgres && HAS_PGBOUNCER,
    run: () => cut(postgresBehindPgBouncer(), 10),
  },
  {
    fault: 'the disk of the write-ahead log is full, and PostgreSQL ends for 10 s',
    possible: withPostgres,
    run: () => cut(walDiskFull(), 10),
  },
  {
    fault: 'each commit takes 100 ms longer for 20 s',
    possible: withPostgres,
    run: () => cut(slowDisk(), 20),
  },
  {
    fault: 'clocks of processes jump by ±1 h for 10 s, and back',
    possible: HAS_REDIS_SERVER && HAS_FAKETIME,
    run: async () => cut(clockJumps(await postgres.database()), 10),
  },
  {
    fault: 'the clock of PostgreSQL jumps by ±1 h for 10 s, and back',
    possible: withPostgres && HAS_REDIS_SERVER && HAS_FAKETIME,
    run: () => cut(postgresClockJumps(), 10),
  },
]

console.log(
  '| fault | times | units | lost | doubled | asked again (maximum) | seconds to recovery: median, maximum |',
)
console.log('| --- | --- | --- | --- | --- | --- | --- |')
for (const { fault, possible, run } of SCENARIOS) {
  if (!new RegExp(values.only).test(fault)) continue
  const figures = possible ? await run() : null
  if (!figures) {
    console.error(`${fault}: left out, because a program is missing or a disk cannot be mounted`)
    continue
  }
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
  for (const mistake of mistakes(figures)) {
    console.error(`${fault}: ${mistake}`)
    process.exitCode = 1
  }
}
await postgres.close()
