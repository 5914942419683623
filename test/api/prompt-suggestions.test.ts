import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { grantCredits } from '../../src/core/credits/grant.ts'
import { newId } from '../../src/core/foundation/ids.ts'
import { createWorld, type World } from '../world.ts'
import { ask } from './graphql-client.ts'
import { asMember } from './graphql-member.ts'
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

const NO_VOLUME = { monthlyVolume: null }
const QUERY = '{ viewer { project { promptSuggestions { text source searches monthlyVolume branded } } } }'
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
      {
        text: 'Which planner suits freelancers?',
        source: 'SITE',
        searches: null,
        ...NO_VOLUME,
        branded: false,
      },
      // Two answers searched for both wordings.
      {
        text: 'planner for construction companies',
        source: 'SEARCH_QUERY',
        searches: 4,
        ...NO_VOLUME,
        branded: false,
      },
      {
        text: 'Taskfern pricing for schools',
        source: 'SEARCH_QUERY',
        searches: 2,
        ...NO_VOLUME,
        branded: true,
      },
    ])
    const rest = await project.call('GET /v1/prompts/suggestions')
    expect(rest.body.data[1]).toEqual({
      text: 'planner for construction companies',
      source: 'search_query',
      searches: 4,
      ...NO_VOLUME,
      branded: false,
    })
  })

  it('come from search volumes that the organization looked up, highest first, but not for project keys', async () => {
    const project = await createSearched([
      'planner for big construction companies',
      'planner with gantt charts',
    ])
    const { organizationId, projectId } = project
    const volumes: Record<string, number> = {
      'planner with Gantt charts': 900,
      'best planner for nurses': 4_000,
      'running shoes': 90_000,
      'planner nobody asks for': 0,
    }
    world.application.services.deps.volume = {
      id: 'double',
      countries: '*',
      estimate: async ({ keyword }) => ({
        method: 'ai_search_volume',
        asOf: '2026-09',
        monthlyVolume: volumes[keyword] ?? 0,
        confidence: 'medium',
      }),
    }
    await grantCredits({ ctx: world.operator, input: { organizationId, credits: 1_000 } })
    const { key } = await world.organizationKey(organizationId)
    for (const keyword of Object.keys(volumes)) {
      const headers = { 'Idempotency-Key': keyword.replaceAll(' ', '-') }
      const { status } = await client('POST /v1/search-volume', {
        key,
        headers,
        json: { keyword, country: 'US' },
      })
      expect(status).toBe(200)
    }
    const query = `query ($id: ID!) { project(id: $id) { promptSuggestions { text source searches monthlyVolume } } }`
    const { data } = await asMember(world, organizationId)(query, { id: projectId })
    const suggested = data.project.promptSuggestions
    expect(suggested.slice(1)).toEqual([
      { text: 'best planner for nurses', source: 'SEARCH_VOLUME', searches: null, monthlyVolume: 4_000 },
      { text: 'planner with Gantt charts', source: 'SEARCH_VOLUME', searches: null, monthlyVolume: 900 },
      {
        text: 'planner for big construction companies',
        source: 'SEARCH_QUERY',
        searches: 2,
        monthlyVolume: null,
      },
    ])
    const forProjectKey: { source: string }[] = await listOf(project)
    expect(forProjectKey.map(({ source }) => source)).not.toContain('SEARCH_VOLUME')
    const other = await createSearched([])
    const { data: others } = await asMember(world, other.organizationId)(query, { id: other.projectId })
    expect(others.project.promptSuggestions.map(({ source }: { source: string }) => source)).toEqual(['SITE'])
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
