import { expect, it } from 'vitest'
import { HAS_REDIS_SERVER } from '../faults/own-redis.ts'
import { createDatabase } from '../world.ts'
import { raceForCredits } from './bank.ts'
import { OPERATIONS } from './clients.ts'

/** Operations for each killed process. */
const OPERATIONS_PER_KILL = 50

it.skipIf(!HAS_REDIS_SERVER)(
  'credits are right at every moment while eight clients spend them and processes are killed, and no accepted start is lost',
  async () => {
    const kills = Math.ceil(OPERATIONS / OPERATIONS_PER_KILL)
    const figures = await raceForCredits({ database: await createDatabase(), operations: OPERATIONS, kills })
    const right = { kills, comparisons: OPERATIONS, wrongSums: [], contradictions: [], lost: [] }
    expect(figures).toMatchObject(right)
    // The scenario is a race for credits only if some starts are refused.
    expect(figures.started).toBeGreaterThan(0)
    expect(figures.refused).toBeGreaterThan(0)
    if (process.env.RACES) console.log(figures)
  },
  1_800_000,
)
