import { describe, expect, it } from 'vitest'
import { createDatabase } from '../../world.ts'
import { HAS_REDIS_SERVER } from '../own-redis.ts'
import { freezeWorker } from './freeze-worker.ts'
import { type Figures, killProcesses } from './kill-processes.ts'

const INTACT = { lost: 0, doubled: 0, wrongWebhooks: 0, creditsAdrift: 0, mixedAnswers: 0 }

function expectIntact(figures: Figures): void {
  expect(figures).toMatchObject(INTACT)
  expect(figures.askedAgain).toBeLessThanOrEqual(figures.askedAgainLimit)
}

/** A part of the scenario that `npm run test:faults` runs. */
const SMALL = { seed: 7, analyses: 20, unitsPerAnalysis: 10, kills: 6, rate: 20 }

it('kill -9 of the only process six times during 200 units loses no unit, webhook or credit, and each unit has one answer', async () => {
  const figures = await killProcesses({ ...SMALL, backend: 'postgres', database: await createDatabase() })
  expectIntact(figures)
  expect(figures).toMatchObject({ units: 200, times: 6 })
}, 240_000)

describe.skipIf(!HAS_REDIS_SERVER)('with two gateways and two workers', () => {
  it('kill -9 of six processes during 200 units loses no unit, webhook or credit, and each unit has one answer', async () => {
    const figures = await killProcesses({ ...SMALL, backend: 'redis', database: await createDatabase() })
    expectIntact(figures)
    expect(figures).toMatchObject({ units: 200, times: 6 })
  }, 240_000)

  it('a worker that is frozen until another one has answered its units changes nothing when it continues', async () => {
    const figures = await freezeWorker({ database: await createDatabase(), times: 1 })
    expectIntact(figures)
    expect(figures).toMatchObject({ times: 1, changedLater: 0 })
    // The frozen worker had received its answers, so every unit was answered twice, and one answer was ignored.
    expect(figures.askedAgain).toBe(figures.askedAgainLimit)
  }, 120_000)
})
