import { describe, expect, it } from 'vitest'
import { HAS_SYSTEM_POSTGRES } from '../../own-postgres.ts'
import { createDatabase } from '../../world.ts'
import { HAS_FAKETIME } from '../fake-clocks.ts'
import { HAS_REDIS_SERVER } from '../own-redis.ts'
import { HAS_PGBOUNCER } from '../pgbouncer.ts'
import { clockJumps, postgresClockJumps } from './clock-jumps.ts'
import { type Cut, cutService } from './cut-service.ts'
import { mistakes } from './figures.ts'
import {
  postgresBehindPgBouncer,
  postgresFailover,
  postgresStopped,
  slowDisk,
  walDiskFull,
} from './postgres-cuts.ts'
import { redisEmptied, redisFailover, redisKilled } from './redis-cuts.ts'

/** A part of the scenarios that `npm run test:faults` runs. */
const SMALL = { seed: 7, analyses: 12, unitsPerAnalysis: 10, faults: 1, rate: 20, duration: 2_000 }

interface Case {
  fault: string
  /** Whether the programs for it are installed. */
  possible?: boolean
  open(): Promise<Cut | null>
  /** Number of faults, 1 by default. */
  faults?: number
}

const CASES: Case[] = [
  { fault: 'Redis is killed and returns empty', open: async () => redisKilled(await createDatabase()) },
  { fault: 'Redis loses its data', open: async () => redisEmptied(await createDatabase()) },
  {
    fault: 'the Redis primary is killed, and Sentinel promotes the replica',
    open: async () => redisFailover(await createDatabase()),
    faults: 2,
  },
  {
    fault: 'PostgreSQL stops at once, and 200 clients return, without a connection more than documented',
    possible: HAS_SYSTEM_POSTGRES,
    open: postgresStopped,
  },
  {
    fault: 'the PostgreSQL primary stops at once, and its synchronous standby is promoted',
    possible: HAS_SYSTEM_POSTGRES,
    open: postgresFailover,
    faults: 2,
  },
  {
    fault: 'PostgreSQL stops at once behind PgBouncer in transaction mode',
    possible: HAS_SYSTEM_POSTGRES && HAS_PGBOUNCER,
    open: postgresBehindPgBouncer,
  },
  {
    fault: 'the disk of the write-ahead log is full, and PostgreSQL ends',
    possible: HAS_SYSTEM_POSTGRES,
    open: walDiskFull,
  },
  { fault: 'commits take 100 ms longer', possible: HAS_SYSTEM_POSTGRES, open: slowDisk },
  {
    fault: 'clocks of processes jump by an hour, and back',
    possible: HAS_FAKETIME,
    open: async () => clockJumps(await createDatabase()),
    faults: 4,
  },
  {
    fault: 'the clock of PostgreSQL jumps by an hour, and back',
    possible: HAS_FAKETIME && HAS_SYSTEM_POSTGRES,
    open: postgresClockJumps,
    faults: 2,
  },
]

describe.skipIf(!HAS_REDIS_SERVER)('two gateways and two workers lose no unit, webhook or credit', () => {
  for (const { fault, possible = true, open, faults = 1 } of CASES)
    it.skipIf(!possible && process.env.CI !== 'true')(
      `while ${fault}`,
      async (context) => {
        const cut = await open()
        if (!cut) return context.skip('this user cannot mount a file system in memory')
        const figures = await cutService(cut, { ...SMALL, faults })
        expect(mistakes(figures)).toEqual([])
        expect(figures).toMatchObject({ times: faults, units: 120 + 2 * faults })
      },
      240_000,
    )
})
