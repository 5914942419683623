import { ApolloClient, CombinedGraphQLErrors, gql, HttpLink, InMemoryCache, split } from '@apollo/client'
import { GraphQLWsLink } from '@apollo/client/link/subscriptions'
import { getMainDefinition, relayStylePagination } from '@apollo/client/utilities'
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
let client: ApolloClient
beforeAll(async () => {
  world = await createWorld()
  setup = await createClientSetup(world, 7)
  const headers = { Authorization: `Bearer ${setup.key}` }
  sockets = socketClient(world, headers)
  client = new ApolloClient({
    cache: new InMemoryCache({
      possibleTypes: { Node: ['Project', 'Prompt', 'AsyncAnalysis'] },
      typePolicies: { Project: { fields: { prompts: relayStylePagination() } } },
    }),
    link: split(
      ({ query }) => {
        const definition = getMainDefinition(query)
        return definition.kind === 'OperationDefinition' && definition.operation === 'subscription'
      },
      new GraphQLWsLink(sockets),
      new HttpLink({ uri: `${world.url}/graphql`, headers }),
    ),
  })
})
afterAll(async () => {
  client.stop()
  await sockets.dispose()
  await world.close()
})

test('Apollo fetches all pages of prompts and merges them into its cache', async () => {
  const query = gql(PROMPTS)
  const variables = { project: setup.projectId, first: 3 }
  const watched = client.watchQuery<PromptsData>({ query, variables })
  const watching = watched.subscribe(() => {})
  let page = await watched.refetch()
  while (page.data?.project.prompts.pageInfo.hasNextPage) {
    page = await watched.fetchMore({ variables: { after: page.data.project.prompts.pageInfo.endCursor } })
  }
  const cached = client.readQuery<PromptsData>({ query, variables })
  expect(cached?.project.prompts.edges.map(({ node }) => node.text)).toEqual(setup.texts)
  watching.unsubscribe()
})

test('Apollo creates objects and refetches them by their global ids', async () => {
  const { data } = await client.mutate<{ createPrompt: { promptEdge: { node: { id: string } } } }>({
    mutation: gql(CREATE_PROMPT),
    variables: { input: { text: 'Which board is new?', tags: ['New'] } },
  })
  const made = data?.createPrompt.promptEdge.node
  const again = await client.query<{ node: object }>({ query: gql(NODE), variables: { id: made?.id } })
  expect(again.data?.node).toEqual({ ...made, active: true })
})

test('Apollo subscribes to an analysis until it ends', async () => {
  const { data } = await client.mutate<{
    startAsyncAnalysis: { asyncAnalysis: { id: string; analysisId: string } }
  }>({ mutation: gql(START_ANALYSIS), variables: { input: ANALYSIS } })
  const { id, analysisId } = data?.startAsyncAnalysis.asyncAnalysis ?? {}
  const states: AnalysisState['asyncAnalysisProgress'][] = []
  await client
    .subscribe<AnalysisState>({ query: gql(ANALYSIS_PROGRESS), variables: { analysisId } })
    .forEach(({ data }) => void (data && states.push(data.asyncAnalysisProgress)))
  expect(states.at(-1)).toMatchObject({ id, status: 'COMPLETED', progress: { completed: 2, total: 2 } })
  expect(states.filter(({ finishedAt }) => finishedAt !== null)).toHaveLength(1)
})

test('Apollo receives error codes', async () => {
  const variables = { project: crypto.randomUUID(), first: 1 }
  const cases: [() => Promise<unknown>, object][] = [
    [() => client.query({ query: gql(PROMPTS), variables }), { code: 'NOT_FOUND' }],
    [() => client.query({ query: gql('{ nothing }') }), { code: 'BAD_REQUEST' }],
    [
      () => client.mutate({ mutation: gql(CREATE_PROMPT), variables: { input: { text: ' ' } } }),
      { code: 'BAD_REQUEST', fieldErrors: { text: expect.any(String) } },
    ],
  ]
  for (const [ask, extensions] of cases) {
    const error = await ask().catch((thrown: unknown) => thrown)
    expect(CombinedGraphQLErrors.is(error) && error.errors.map((shown) => shown.extensions)).toEqual([
      extensions,
    ])
  }
})
