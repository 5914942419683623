import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { loadRun, loadRunWithPages } from '../../src/core/measurements/adjacent-runs.ts'
import { METRICS_VERSION } from '../../src/metrics/definitions.ts'
import type { MetricsInput } from '../../src/metrics/metrics-input.ts'
import { createClient } from '../api/rest-client.ts'
import { createRunProject } from '../api/run-project.ts'
import { createWorld, type World } from '../world.ts'

let world: World
let runId = ''
beforeAll(async () => {
  world = await createWorld()
  const project = await createRunProject(world, await createClient(world), {
    competitors: ['Planloom', 'Quillstack'],
    prompts: [
      {
        text: 'Best planning software?',
        providers: ['chatgpt', 'gemini'],
        locations: ['US', 'DE'],
        tags: ['A'],
      },
      { text: 'Is Taskfern good?', providers: ['perplexity'] },
    ],
  })
  runId = await project.run()
})
afterAll(() => world?.close())

const find = () => world.operator.db.prisma.batch.findUniqueOrThrow({ where: { id: runId } })

/** Returns the input without the pages of the sources, which comparisons do not need. */
function withoutPages({ entities, prompts, answers: withPages }: MetricsInput): MetricsInput {
  const answers = withPages.map((answer) => ({
    ...answer,
    sources: answer.sources.map(({ domain, entity, cited }) => ({ domain, entity, cited })),
  }))
  return { entities, prompts, answers }
}

describe('a run that is loaded for a comparison', () => {
  it.each([{}, { provider: 'chatgpt' }, { location: 'DE' }, { provider: 'gemini', location: 'US' }])(
    'has the answers of its observations, with the filter %j',
    async (filter) => {
      const { db } = world.operator
      const run = await find()
      const observed = await loadRunWithPages(db, run, filter)
      expect(observed.input.answers.length).toBeGreaterThan(0)
      expect(observed.input.answers.some(({ sources }) => sources.length > 0)).toBe(true)
      const loaded = await loadRun(db, run, filter)
      expect(loaded).toEqual({ ...observed, input: withoutPages(observed.input) })
      expect(loaded.input.prompts.map(({ branded }) => branded)).toEqual([false, true])
    },
  )

  it('is read from its observations if other definitions or another extraction were measured', async () => {
    const { db } = world.operator
    const isStored = async () => {
      const { input } = await loadRun(db, await find())
      return input.answers.every(({ sources }) => sources.every((source) => !('url' in source)))
    }
    const update = (data: object) => db.prisma.batch.update({ where: { id: runId }, data })
    expect(await isStored()).toBe(true)
    await update({ metricsVersion: METRICS_VERSION - 1 })
    expect(await isStored()).toBe(false)
    await update({ metricsVersion: METRICS_VERSION })
    await db.prisma.measuredAnswers.deleteMany({ where: { batchId: runId } })
    expect(await isStored()).toBe(false)
  })
})
