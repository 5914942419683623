import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newId } from '../../src/core/foundation/ids.ts'
import { createWorld, type World } from '../world.ts'
import { ask } from './graphql-client.ts'
import { type Client, createClient } from './rest-client.ts'
import { createRunProject, type RunProject } from './run-project.ts'
import { runWithAnswers } from './scripted-run.ts'

let world: World
let client: Client
beforeAll(async () => {
  world = await createWorld({ workers: false, providers: [{ id: 'chatgpt', driver: 'simulated' }] })
  client = await createClient(world)
})
afterAll(() => world?.close())

/** Creates a project with an undecided proposal and a run whose answers searched for these queries. */
async function createSearched(queries: readonly string[]): Promise<RunProject> {
  const project = await createRunProject(world, client, {
    competitors: ['Boardly'],
    prompts: [{ text: 'What is the best planner for teams?' }, { text: 'Is Taskfern any good?' }],
  })
  const { prisma } = world.operator.db
  const { projectId } = project
  const payload = { text: 'Which planner suits freelancers?', branded: false }
  await prisma.setupProposal.create({ data: { id: newId(), projectId, kind: 'prompt', payload } })
  await runWithAnswers(world, project, () => ({ text: 'Take Boardly.' }))
  await prisma.answer.updateMany({
    where: { result: { batch: { projectId } } },
    data: { facts: { searchQueries: queries } },
  })
  return project
}

const QUERY = '{ viewer { project { promptSuggestions { text source searches branded } } } }'
const listOf = async ({ key }: RunProject) => (await ask(world, key, QUERY)).viewer.project.promptSuggestions

describe('suggested prompts', () => {
  it('come from the site and from searches of assistants, without what means the same as a prompt or each other', async () => {
    const project = await createSearched([
      'best planner teams 2026',
      'planner for construction companies',
      'top construction company planners',
      'Taskfern pricing for schools',
      'planner',
      'site:boardly.example pricing tiers',
    ])
    expect(await listOf(project)).toEqual([
      { text: 'Which planner suits freelancers?', source: 'SITE', searches: null, branded: false },
      // Two answers searched for both wordings.
      { text: 'planner for construction companies', source: 'SEARCH_QUERY', searches: 4, branded: false },
      { text: 'Taskfern pricing for schools', source: 'SEARCH_QUERY', searches: 2, branded: true },
    ])
    const rest = await project.call('GET /v1/prompts/suggestions')
    expect(rest.body.data[1]).toEqual({
      text: 'planner for construction companies',
      source: 'search_query',
      searches: 4,
      branded: false,
    })
  })

  it('disappear when they become a prompt or are dismissed, also in another wording, and can be restored', async () => {
    const project = await createSearched(['planner for construction companies', 'planner with gantt charts'])
    await project.call('POST /v1/prompts', { json: { text: 'Which planner has Gantt charts?' } })
    const texts = async () => (await listOf(project)).map(({ text }: { text: string }) => text)
    expect(await texts()).toEqual(['Which planner suits freelancers?', 'planner for construction companies'])
    const dismiss = `mutation ($input: DismissPromptSuggestionInput!) { dismissPromptSuggestion(input: $input) {
      dismissed project { promptSuggestions { text } } } }`
    const input = { text: 'the best planner for a construction company' }
    const { dismissPromptSuggestion } = await ask(world, project.key, dismiss, { input })
    expect(dismissPromptSuggestion).toEqual({
      dismissed: true,
      project: { promptSuggestions: [{ text: 'Which planner suits freelancers?' }] },
    })
    const restored = await project.call('POST /v1/prompts/suggestions/dismiss', {
      json: { ...input, dismissed: false },
    })
    expect(restored.body.data).toEqual({ ...input, dismissed: false })
    expect(await texts()).toHaveLength(2)
  })
})

it('prompts tell whether they name the brand', async () => {
  const project = await createSearched([])
  const query = '{ viewer { project { prompts(first: 5) { nodes { text branded } } } } }'
  expect((await ask(world, project.key, query)).viewer.project.prompts.nodes).toEqual([
    { text: 'What is the best planner for teams?', branded: false },
    { text: 'Is Taskfern any good?', branded: true },
  ])
})
