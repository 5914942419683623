import { afterAll, beforeAll, expect, test } from 'vitest'
import { createWorld, type World } from '../world.ts'
import { ask } from './graphql-client.ts'
import { asMember } from './graphql-member.ts'
import { type Client, createClient } from './rest-client.ts'
import { createRunProject, type RunProject } from './run-project.ts'
import { runWithAnswers } from './scripted-run.ts'

let world: World
let client: Client
let project: RunProject
beforeAll(async () => {
  world = await createWorld({ workers: false })
  client = await createClient(world)
  project = await createRunProject(world, client, { prompts: [{ text: 'First?' }] })
})
afterAll(() => world?.close())

type Edge = { cursor: string; node: { id: string } }

const EDGE = '{ cursor node { id } }'

/** Mutations that add to a list: where to read the list, and the edge fields of the mutation's payload. */
const GROWING: Record<string, { list: string; mutation: string; input: () => object; edges: string[] }> = {
  'the prompts, by createPrompt': {
    list: 'project { prompts',
    mutation: 'createPrompt',
    input: () => ({ text: 'Second?', tags: ['new'] }),
    edges: ['promptEdge'],
  },
  'the tags, by createPrompt': {
    list: 'project { tags',
    mutation: 'createPrompt',
    input: () => ({ text: 'Third?', tags: ['newer', 'newest'] }),
    edges: ['tagEdges'],
  },
  'the tags, by setPromptTags': {
    list: 'project { tags',
    mutation: 'setPromptTags',
    input: () => ({ promptId, tags: ['set'] }),
    edges: ['tagEdges'],
  },
  'the tags, by changePromptTags': {
    list: 'project { tags',
    mutation: 'changePromptTags',
    input: () => ({ promptId, add: ['added'], remove: ['set'] }),
    edges: ['tagEdges'],
  },
  'the tags, by updatePrompt': {
    list: 'project { tags',
    mutation: 'updatePrompt',
    input: () => ({ promptId, tags: ['updated'] }),
    edges: ['tagEdges'],
  },
  'the prompts, by changePrompts': {
    list: 'project { prompts',
    mutation: 'changePrompts',
    input: () => ({ create: [{ text: 'Fourth?' }, { text: 'Fifth?' }] }),
    edges: ['promptEdges'],
  },
  'the tags, by changePrompts': {
    list: 'project { tags',
    mutation: 'changePrompts',
    input: () => ({ create: [{ text: 'Sixth?', tags: ['batch'] }], update: [{ promptId, tags: ['of it'] }] }),
    edges: ['tagEdges'],
  },
  'the competitors, by setCompetitors': {
    list: 'project { competitors',
    mutation: 'setCompetitors',
    input: () => ({ competitors: [{ name: 'Boardly' }, { name: 'Kanbrio' }] }),
    edges: ['competitorEdges'],
  },
  'the competitors, by updateSettings': {
    list: 'project { competitors',
    mutation: 'updateSettings',
    input: () => ({ competitors: [{ name: 'Boardly' }, { name: 'Kanbrio' }, { name: 'Norvella' }] }),
    edges: ['competitorEdges'],
  },
  'the prompts, by updateSettings': {
    list: 'project { prompts',
    mutation: 'updateSettings',
    input: () => ({ prompts: [{ text: 'First?' }, { text: 'Last?' }] }),
    edges: ['promptEdges'],
  },
  'the runs, by triggerRun': {
    list: 'project { runs',
    mutation: 'triggerRun',
    input: () => ({}),
    edges: ['runEdge'],
  },
  'the re-extractions, by reextractRun': {
    list: 'project { reextractions',
    mutation: 'reextractRun',
    input: () => ({ runId }),
    edges: ['reextractionEdge'],
  },
  'the re-extractions, by reextractProject': {
    list: 'project { reextractions',
    mutation: 'reextractProject',
    input: () => ({}),
    edges: ['reextractionEdges'],
  },
  'the analyses, by startAsyncAnalysis': {
    list: 'organization { asyncAnalyses',
    mutation: 'startAsyncAnalysis',
    input: () => ({ prompt: 'One?', providers: ['chatgpt'], locations: ['US'], replicates: 1 }),
    edges: ['asyncAnalysisEdge'],
  },
}

let promptId: string
let runId: string
beforeAll(async () => {
  const { viewer } = await ask(world, project.key, '{ viewer { project { prompts { nodes { id } } } } }')
  promptId = viewer.project.prompts.nodes[0].id
  runId = await runWithAnswers(world, project, () => ({ brand: 1 }))
  const { prisma } = world.operator.db
  await prisma.organization.update({ where: { id: project.organizationId }, data: { creditBalance: 10 } })
})

test.each(Object.entries(GROWING))(
  '%s: the edges in the payload equal the edges in the list',
  async (_, { list, mutation, input, edges }) => {
    const type = `${mutation.charAt(0).toUpperCase()}${mutation.slice(1)}Input!`
    const payload = (
      await ask(
        world,
        project.key,
        `mutation ($input: ${type}) { ${mutation}(input: $input) { ${edges.map((name) => `${name} ${EDGE}`).join(' ')} } }`,
        { input: input() },
      )
    )[mutation]
    const payloadEdges: Edge[] = edges.flatMap((name) => payload[name])
    expect(payloadEdges.length).toBeGreaterThan(0)
    const parent = list.split(' {')[0] ?? ''
    const { viewer } = await ask(world, project.key, `{ viewer { ${list}(first: 200) { edges ${EDGE} } } } }`)
    const [read] = Object.values<{ edges: Edge[] }>(viewer[parent])
    expect(read?.edges).toEqual(expect.arrayContaining(payloadEdges))
  },
)

test('createApiKey and createProject return the edge of the list', async () => {
  const admin = asMember(world, project.organizationId)
  const key = (await admin(`mutation { createApiKey(input: {}) { apiKeyEdge ${EDGE} } }`)).data.createApiKey
  const created = (await admin(`mutation { createProject(input: { name: "New" }) { projectEdge ${EDGE} } }`))
    .data.createProject
  const { data } = await admin(
    `{ viewer { organization { keys(first: 200) { edges ${EDGE} } projects(first: 200) { edges ${EDGE} } } } }`,
  )
  const { keys, projects } = data.viewer.organization
  expect(keys.edges).toContainEqual(key.apiKeyEdge)
  expect(projects.edges).toContainEqual(created.projectEdge)
})
