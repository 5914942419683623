import { CombinedError, Client, fetchExchange, subscriptionExchange } from '@urql/core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { socketClient } from '../api/graphql-client.ts'
import { createWorld, type World } from '../world.ts'
import { ANALYSIS_PROGRESS, CREATE_PROMPT, NODE, PROMPTS, START_ANALYSIS } from './documents.ts'
import { type ClientPlace, createClientPlace } from './place.ts'

let world: World
let place: ClientPlace
let sockets: ReturnType<typeof socketClient>
let client: Client
beforeAll(async () => {
  world = await createWorld()
  place = await createClientPlace(world, 7)
  const headers = { Authorization: `Bearer ${place.key}` }
  sockets = socketClient(world, headers)
  client = new Client({
    url: `${world.url}/graphql`,
    preferGetMethod: false,
    fetchOptions: { headers },
    exchanges: [
      fetchExchange,
      subscriptionExchange({
        forwardSubscription: ({ query = '', variables = {} }) => ({
          subscribe: (sink) => ({
            unsubscribe: sockets.subscribe({ query, variables }, sink as Parameters<typeof sockets.subscribe>[1]),
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
