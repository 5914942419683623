import { Client, cacheExchange, fetchExchange, type OperationResult, subscriptionExchange } from '@urql/core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { socketClient } from '../api/graphql-client.ts'
import { createWorld, type World } from '../world.ts'
import { type ClientSetup, createClientSetup } from './client-setup.ts'
import {
  ANALYSIS,
  ANALYSIS_PROGRESS,
  type AnalysisState,
  CREATE_PROMPT,
  NODE,
  PROMPTS,
  type PromptsData,
  START_ANALYSIS,
} from './documents.ts'

let world: World
let setup: ClientSetup
let sockets: ReturnType<typeof socketClient>
let client: Client
beforeAll(async () => {
  world = await createWorld()
  setup = await createClientSetup(world, 7)
  const headers = { Authorization: `Bearer ${setup.key}` }
  sockets = socketClient(world, headers)
  client = new Client({
    url: `${world.url}/graphql`,
    preferGetMethod: false,
    fetchOptions: { headers },
    exchanges: [
      cacheExchange,
      fetchExchange,
      subscriptionExchange({
        forwardSubscription: ({ query = '', variables = {} }) => ({
          subscribe: (sink) => ({
            unsubscribe: sockets.subscribe(
              { query, variables },
              sink as Parameters<typeof sockets.subscribe>[1],
            ),
          }),
        }),
      }),
    ],
  })
})
afterAll(async () => {
  await sockets.dispose()
  await world.close()
})

test('urql fetches all pages of prompts of a project', async () => {
  const texts: string[] = []
  let after: string | null = null
  do {
    const variables = { project: setup.projectId, first: 3, after }
    const asked: OperationResult<PromptsData> = await client.query(PROMPTS, variables)
    expect(asked.error).toBeUndefined()
    const prompts = asked.data?.project.prompts
    expect(prompts?.totalCount).toBe(7)
    texts.push(...(prompts?.edges ?? []).map(({ node }) => node.text))
    after = prompts?.pageInfo.hasNextPage ? prompts.pageInfo.endCursor : null
  } while (after !== null)
  expect(texts).toEqual(setup.texts)
})

test('urql creates objects and refetches them by their global ids', async () => {
  const input = { text: 'Which board is new?', tags: ['New'] }
  const { data, error } = await client.mutation(CREATE_PROMPT, { input })
  expect(error).toBeUndefined()
  const { node } = data.createPrompt.promptEdge
  const again = await client.query(NODE, { id: node.id })
  expect(again.data.node).toEqual({ ...node, active: true })
})

test('urql subscribes to an analysis until it ends', async () => {
  const { data } = await client.mutation(START_ANALYSIS, { input: ANALYSIS })
  const { id, analysisId } = data.startAsyncAnalysis.asyncAnalysis
  const states: AnalysisState['asyncAnalysisProgress'][] = []
  await new Promise<void>((end) => {
    client
      .subscription<AnalysisState>(ANALYSIS_PROGRESS, { analysisId })
      .subscribe(({ data, error, hasNext }) => {
        expect(error).toBeUndefined()
        // On completion, urql repeats the last result with `hasNext: false`.
        if (!hasNext) end()
        else if (data) states.push(data.asyncAnalysisProgress)
      })
  })
  expect(states.at(-1)).toMatchObject({ id, status: 'COMPLETED', progress: { completed: 2, total: 2 } })
  expect(states.filter(({ finishedAt }) => finishedAt !== null)).toHaveLength(1)
})

test('urql receives error codes', async () => {
  const missing = await client.query(PROMPTS, { project: crypto.randomUUID(), first: 1 })
  expect(missing.error?.graphQLErrors.map(({ extensions }) => extensions.code)).toEqual(['NOT_FOUND'])
  expect(missing.data).toEqual({ project: null })
  const refused = await client.mutation(CREATE_PROMPT, { input: { text: ' ' } })
  expect(refused.error?.graphQLErrors[0]?.extensions).toMatchObject({
    code: 'BAD_REQUEST',
    fieldErrors: { text: expect.any(String) },
  })
  const invalid = await client.query('{ nothing }', {})
  expect(invalid.error?.graphQLErrors.map(({ extensions }) => extensions.code)).toEqual(['BAD_REQUEST'])
})
