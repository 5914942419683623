import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { compareParts } from '../../src/core/trends/compare-runs.ts'
import { createWorld, type World } from '../world.ts'
import { ask } from './graphql-client.ts'
import { createClient } from './rest-client.ts'
import { createRunProject, insertPrompt, type RunProject } from './run-project.ts'
import { runWithAnswers } from './scripted-run.ts'

const CHANGE = 'verdict adjustedVerdict difference low high pValue'
const COMPARISON = `${CHANGE} promptCount stability previousRun { databaseId }`
const QUERY = `query ($id: ID!, $other: ID!, $scope: MetricScope! = ALL, $value: String) {
  node(id: $id) { ... on AnalysisRun { comparedWith(runId: $other, scope: $scope, value: $value) {
    value summary { mentionRate { numerator } } comparison { ${COMPARISON} }
    changes { entityId mentionRate { ${CHANGE} } averagePosition { ${CHANGE} } } } } } }`

let world: World
let project: RunProject
/**
 * Ids of three runs: no answer of the first names the brand, all answers of the second do, and in the third only
 * those from chatgpt.
 */
let [first = '', second = '', third = '']: string[] = []
beforeAll(async () => {
  const providers = ['chatgpt', 'gemini']
  world = await createWorld({
    workers: false,
    providers: [
      { id: 'chatgpt', driver: 'simulated', aliases: ['provider_1'] },
      { id: 'gemini', driver: 'simulated' },
    ],
  })
  project = await createRunProject(world, await createClient(world), {
    competitors: ['Boardly'],
    prompts: Array.from({ length: 12 }, (_, n) => ({ text: `Question ${n}?`, providers })),
  })
  first = await runWithAnswers(world, project, () => ({ brand: null, competitor: 1 }))
  second = await runWithAnswers(world, project, () => ({ brand: 1, competitor: 2 }))
  third = await runWithAnswers(world, project, ({ provider }) =>
    provider === 'chatgpt' ? { brand: 1, competitor: 2 } : { brand: null, competitor: 1 },
  )
})
afterAll(() => world?.close())

const compared = async (id: string, baseId: string, more: object = {}) => {
  const { node } = await ask(world, project.key, QUERY, {
    id: btoa(`AnalysisRun:${id}`),
    other: baseId,
    ...more,
  })
  return node.comparedWith
}
const refused = async (baseId: string, more: object = {}) => {
  const response = ask(world, project.key, QUERY, {
    id: btoa(`AnalysisRun:${third}`),
    other: baseId,
    ...more,
  })
  const error = await response.then(
    () => null,
    (reason: Error) => reason,
  )
  return JSON.parse(error?.message ?? '[]')[0]?.extensions
}

describe('the comparison of two runs of a project', () => {
  it('has a verdict for every metric, overall and per provider', async () => {
    const [whole] = await compared(third, first)
    expect(whole).toMatchObject({
      value: null,
      summary: { mentionRate: { numerator: 12 } },
      comparison: { verdict: 'MOVED', difference: 0.5, promptCount: 12, previousRun: { databaseId: first } },
    })
    expect(whole.changes[0]).toMatchObject({ entityId: 'brand', mentionRate: { verdict: 'MOVED' } })
    const parts = await compared(third, btoa(`AnalysisRun:${first}`), { scope: 'PROVIDER' })
    expect(parts).toMatchObject([
      { value: 'chatgpt', comparison: { adjustedVerdict: 'MOVED', difference: 1 } },
      { value: 'gemini', comparison: { adjustedVerdict: 'WITHIN_NOISE', difference: 0 } },
    ])
    expect(await compared(third, first, { scope: 'PROVIDER', value: 'provider_1' })).toEqual([parts[0]])
  })

  it('has the opposite difference if the runs are swapped', async () => {
    const [forth] = await compared(third, first)
    const [back] = await compared(first, third)
    expect(back.comparison).toMatchObject({
      verdict: 'MOVED',
      difference: -forth.comparison.difference,
      previousRun: { databaseId: third },
    })
  })

  it('equals the stored verdict for the previous run', async () => {
    const { node } = await ask(
      world,
      project.key,
      `query ($id: ID!) { node(id: $id) { ... on AnalysisRun { comparison { ${COMPARISON} } } } }`,
      { id: btoa(`AnalysisRun:${third}`) },
    )
    const [whole] = await compared(third, second)
    expect(whole.comparison).toEqual({ ...node.comparison, adjustedVerdict: expect.any(String) })
  })

  it('is refused with the name of the invalid field', async () => {
    const otherProject = await createRunProject(world, await createClient(world), {
      prompts: [{ text: 'Question 0?' }],
    })
    const elsewhere = await runWithAnswers(world, otherProject, () => ({ brand: 1 }))
    // A project key does not see the runs of another project.
    expect(await refused(elsewhere)).toMatchObject({ code: 'NOT_FOUND' })
    expect(await refused(third)).toMatchObject({
      code: 'BAD_REQUEST',
      fieldErrors: { runId: 'is the run itself; choose another run' },
    })
    expect(await refused(first, { scope: 'PROMPT' })).toMatchObject({
      fieldErrors: { scope: 'must be ALL, PROVIDER, LOCATION or TAG' },
    })
    expect(await refused(first, { scope: 'PROVIDER', value: 'askjeeves' })).toMatchObject({
      code: 'INVALID_PROVIDER',
    })
  })

  it('is refused if a member names a run of another project', async () => {
    const { organizationId } = project
    const { id: projectId } = await world.project({ organizationId })
    await insertPrompt(world, projectId, { text: 'Question 0?' })
    const { key } = await world.projectKey(projectId)
    const { body } = await (await createClient(world))('POST /v1/analysis/trigger', { key })
    const input = { id: third, runId: body.data.runId, by: 'all' as const }
    await expect(compareParts({ ctx: world.member(organizationId), input })).rejects.toMatchObject({
      code: 'BAD_REQUEST',
      fieldErrors: { runId: 'is a run of another project; choose a run of the same project' },
    })
  })
})
