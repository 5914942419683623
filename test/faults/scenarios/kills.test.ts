import { describe, expect, it } from 'vitest'
import { createDatabase } from '../../world.ts'
import { HAS_REDIS_SERVER } from '../own-redis.ts'
import { mistakes } from './figures.ts'
import { freezeWorker } from './freeze-worker.ts'
import { killProcesses } from './kill-processes.ts'
import { openServices } from './services.ts'

/** A part of the scenario that `npm run test:faults` runs. */
const SMALL = { seed: 7, analyses: 20, unitsPerAnalysis: 10, faults: 6, rate: 20 }

it('kill -9 of the only process six times during 200 units loses no unit, webhook or credit, and each unit has one answer', async () => {
  const figures = await killProcesses(await openServices('postgres', await createDatabase()), SMALL)
  expect(mistakes(figures)).toEqual([])
  expect(figures).toMatchObject({ units: 200, times: 6 })
}, 240_000)

describe.skipIf(!HAS_REDIS_SERVER)('with two gateways and two workers', () => {
  it('kill -9 of six processes during 200 units loses no unit, webhook or credit, and each unit has one answer', async () => {
    const figures = await killProcesses(await openServices('redis', await createDatabase()), SMALL)
    expect(mistakes(figures)).toEqual([])
    expect(figures).toMatchObject({ units: 200, times: 6 })
  }, 240_000)

  it('a worker that is frozen until another one has answered its units changes nothing when it continues', async () => {
    const services = await openServices('redis', await createDatabase())
    const figures = await freezeWorker({ services, times: 1 })
    expect(mistakes(figures)).toEqual([])
    expect(figures.times).toBe(1)
    // The frozen worker had received its answers, so every unit was answered twice, and one answer was ignored.
    expect(figures.askedAgain).toBe(figures.askedAgainLimit)
  }, 120_000)
})
