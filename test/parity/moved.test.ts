import { afterAll, beforeAll, expect, test } from 'vitest'
import { createClient } from '../api/rest-client.ts'
import { createRunProject } from '../api/run-project.ts'
import { runWithAnswers } from '../api/scripted-run.ts'
import { createWorld, type World } from '../world.ts'
import { expectResults, isRead } from './cases.ts'
import type { Objects } from './operation.ts'
import { OPERATIONS } from './operations/all.ts'
import { openApiDocument } from './result-shape.ts'
import { carryOut, shapeOfResult, surfacesOf } from './surfaces.ts'

// The simulated provider's answers hardly change between runs. Here, one provider stops mentioning the brand.

let world: World
let document: unknown
let key: string
let objects: Objects
beforeAll(async () => {
  document = await openApiDocument()
  const providers = [
    { id: 'chatgpt', driver: 'simulated', aliases: ['provider_1'] },
    { id: 'gemini', driver: 'simulated' },
  ]
  world = await createWorld({ workers: false, providers })
  const project = await createRunProject(world, await createClient(world), {
    competitors: ['Boardly'],
    prompts: Array.from({ length: 12 }, (_, index) => ({
      text: `Question ${index}?`,
      providers: ['chatgpt', 'gemini'],
      tags: index === 0 ? ['Buying'] : [],
    })),
  })
  key = project.key
  await runWithAnswers(world, project, () => ({ brand: 1, cited: true, sentiment: 1 }))
  const runId = await runWithAnswers(world, project, ({ provider, prompt }) => {
    if (prompt === 'Question 11?') return provider === 'gemini' ? 'failed' : 'refused'
    if (provider === 'gemini') return { brand: null, competitor: 2 }
    return { brand: 1, competitor: 2, cited: true, recommended: true, rank: 1, sentiment: -0.5 }
  })
  const { organizationId, projectId } = project
  const none = { promptId: '', otherPromptId: '', competitorId: '' }
  objects = { ...none, organizationId, projectId, runId, latestRunId: runId }
})
afterAll(() => world?.close())

const PLACEHOLDERS: Objects = {
  organizationId: '',
  projectId: '',
  promptId: '',
  otherPromptId: '',
  competitorId: '',
  runId: 'a run',
  latestRunId: 'a run',
}
const ABOUT_A_RUN = OPERATIONS.filter(
  (operation) =>
    isRead(operation) &&
    surfacesOf(operation).length > 1 &&
    Object.values(operation.input?.(PLACEHOLDERS) ?? {}).includes('a run'),
)

test.each(ABOUT_A_RUN.map((operation) => [operation.name, operation] as const))(
  'every surface returns the same for a run with changes: %s',
  async (_, operation) => {
    const shape = shapeOfResult(operation, document)
    const request = { world, credentials: { key }, input: operation.input?.(objects) ?? {} }
    const executions = surfacesOf(operation).map(
      async (surface) => [surface, await carryOut(operation, surface, shape, request)] as const,
    )
    const outcomes = Object.fromEntries(await Promise.all(executions))
    expectResults(outcomes)
    if (operation.name === 'compare a run with the previous run by provider')
      expect(outcomes.graphql).toMatchObject({
        result: [
          { value: 'chatgpt', comparison: { verdict: 'within_noise' } },
          { value: 'gemini', comparison: { verdict: 'moved' } },
        ],
      })
  },
)
