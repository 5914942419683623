import { apolloCacheOptions, urqlCacheOptions } from '@answergraph/client/cache'
import { ApolloClient, gql, HttpLink, InMemoryCache } from '@apollo/client'
import { relayStylePagination } from '@apollo/client/utilities'
import { Client, fetchExchange } from '@urql/core'
import { cacheExchange } from '@urql/exchange-graphcache'
import {
  type ConcreteRequest,
  createOperationDescriptor,
  Environment,
  fetchQuery,
  Network,
  RecordSource,
  Store,
} from 'relay-runtime'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createClient } from '../api/rest-client.ts'
import { createRunProject, type RunProject } from '../api/run-project.ts'
import { runWithAnswers } from '../api/scripted-run.ts'
import { createWorld, type World } from '../world.ts'
import { type Compiled, compile } from './relay/compile.ts'

/** Screens of an application, each with the one query that it needs. */
const SCREENS = {
  overview: `latestRun { id status summary { id mentionRate { value } entities { id name mentionRate { value } } } }
    trends(first: 3) { nodes { id mentionRate { value } entities { id mentionRate { value } } } }`,
  providers:
    'latestRun { id metrics(scope: PROVIDER) { id value summary { id mentionRate { value } entities { id name mentionRate { value } } } } }',
  sources: 'latestRun { id sources(first: 3) { nodes { id domain citationRate { value } } } }',
  sourcesOfGemini: `latestRun { id sources(first: 3, filter: { provider: "gemini" }) { nodes { id domain citationRate { value } } } }`,
  prompts: 'prompts(first: 14) { edges { cursor node { id text } } pageInfo { hasNextPage endCursor } }',
  newestPrompts: 'prompts(first: 3) { edges { cursor node { id text } } pageInfo { hasNextPage endCursor } }',
} as const
type Screen = keyof typeof SCREENS

const NAMES = Object.keys(SCREENS) as Screen[]
const documentOf = (screen: Screen) =>
  `query documents${screen}Query { viewer { project { id ${SCREENS[screen]} } } }`

let world: World
let project: RunProject
let compiled: Compiled
beforeAll(async () => {
  compiled = compile(NAMES.map(documentOf).join('\n'))
  world = await createWorld({
    workers: false,
    providers: [
      { id: 'chatgpt', driver: 'simulated' },
      { id: 'gemini', driver: 'simulated' },
    ],
  })
  project = await createRunProject(world, await createClient(world), {
    competitors: ['Boardly'],
    prompts: Array.from({ length: 14 }, (_, index) => ({
      text: `Question ${index}?`,
      providers: ['chatgpt', 'gemini'],
    })),
  })
  for (const brand of [1, null]) {
    await project.freeManualRun()
    await runWithAnswers(world, project, ({ provider }) => ({
      brand: provider === 'gemini' ? brand : 1,
      competitor: 2,
      sources: [
        {
          url: `https://${provider}.example/`,
          domain: `${provider}.example`,
          kind: 'cited',
          owner: 'third_party',
        },
      ],
    }))
  }
})
afterAll(async () => {
  compiled?.remove()
  await world?.close()
})

/** Opens a screen and returns the data that it shows. */
type Open = (screen: Screen) => Promise<unknown>

/** A `fetch` with the key that counts its requests. */
function countingFetch() {
  const spent = { requests: 0 }
  const send = (url: Parameters<typeof fetch>[0], init?: RequestInit) => {
    spent.requests += 1
    return fetch(url, { ...init, headers: { ...init?.headers, Authorization: `Bearer ${project.key}` } })
  }
  return { spent, send }
}

const APPLICATIONS: Record<string, (send: typeof fetch) => Open> = {
  Apollo(send) {
    const client = new ApolloClient({
      link: new HttpLink({ uri: `${world.url}/graphql`, fetch: send }),
      cache: new InMemoryCache(apolloCacheOptions(relayStylePagination)),
    })
    return async (screen) => (await client.query({ query: gql(documentOf(screen)) })).data
  },
  urql(send) {
    const client = new Client({
      url: `${world.url}/graphql`,
      preferGetMethod: false,
      fetch: send,
      exchanges: [cacheExchange(urqlCacheOptions()), fetchExchange],
    })
    return async (screen) => (await client.query(documentOf(screen), {}).toPromise()).data
  },
  Relay(send) {
    const network = Network.create(async ({ text }, variables) => {
      const body = JSON.stringify({ query: text, variables })
      const headers = { 'Content-Type': 'application/json' }
      return (await send(`${world.url}/graphql`, { method: 'POST', headers, body })).json()
    })
    const environment = new Environment({ network, store: new Store(new RecordSource()) })
    return async (screen) => {
      const query = await compiled.artifact<ConcreteRequest>(`documents${screen}Query`)
      environment.retain(createOperationDescriptor(query, {}))
      return fetchQuery(environment, query, {}, { fetchPolicy: 'store-or-network' }).toPromise()
    }
  },
}

/** Returns data without the names of types, which some clients add. */
function plain(data: unknown): unknown {
  return JSON.parse(JSON.stringify(data, (name, value) => (name === '__typename' ? undefined : value)))
}

describe.each(Object.entries(APPLICATIONS))('an application with %s', (_, createApplication) => {
  it('needs one request per screen, and none to come back to it', async () => {
    const { spent, send } = countingFetch()
    const open = createApplication(send)
    const first = new Map<Screen, unknown>()
    for (const [index, screen] of NAMES.entries()) {
      first.set(screen, plain(await open(screen)))
      expect({ screen, requests: spent.requests }).toEqual({ screen, requests: index + 1 })
    }
    for (const screen of NAMES.toReversed())
      expect(plain(await open(screen)), screen).toEqual(first.get(screen))
    expect(spent.requests).toBe(NAMES.length)
  })

  it('shows on every screen what the server returned for it', async () => {
    const { send } = countingFetch()
    const open = createApplication(send)
    for (const screen of [...NAMES, ...NAMES.toReversed()]) {
      const response = await send(`${world.url}/graphql`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify({ query: documentOf(screen) }),
      })
      const { data } = (await response.json()) as { data: unknown }
      expect(plain(await open(screen)), screen).toEqual(data)
    }
  })
})
