import { afterAll, beforeAll, expect, it } from 'vitest'
import { listProviders } from '../../src/core/providers/list.ts'
import { createWorld, type World } from '../world.ts'
import { ask } from './graphql-client.ts'
import { createClient } from './rest-client.ts'

let world: World
let key: string
beforeAll(async () => {
  world = await createWorld({ workers: false, environment: { OPENAI_API_KEY: 'sk-one' } })
  const { id } = await world.organization()
  key = (await world.organizationKey(id)).key
})
afterAll(() => world.close())

it('REST and GraphQL show which route is used for a provider, and why the others are not, without names of variables', async () => {
  const client = await createClient(world)
  const { body } = await client('GET /v1/providers', { key })
  const { data } = body as { data: { id: string; routes: object[] }[] }
  expect(data.map(({ id }) => id)).toEqual(world.operator.deps.providers.of(null).tokens())
  const [chatgpt, perplexity] = data
  expect(chatgpt).toMatchObject({
    state: 'real',
    driver: 'openai',
    surface: 'api',
    reason: null,
    locations: '*',
    openUntil: null,
  })
  expect(chatgpt?.routes.at(-1)).toEqual({
    driver: 'openai',
    surface: 'api',
    used: true,
    reason: null,
    fix: null,
  })
  expect(perplexity).toMatchObject({
    state: 'simulated',
    surface: null,
    reason: 'simulated: not available',
    fix: null,
  })
  expect(JSON.stringify(data)).not.toContain('_API_KEY')
  const { providers } = await ask(
    world,
    key,
    '{ providers { token surface routes { driver surface used reason } } }',
  )
  expect(providers).toEqual(
    data.map(({ id, routes, ...provider }) => ({
      token: id,
      surface: inCapitals((provider as { surface?: string | null }).surface ?? null),
      routes: routes.map((route) => {
        const { fix: _, surface, ...shown } = route as { fix: null; surface: string }
        return { ...shown, surface: inCapitals(surface) }
      }),
    })),
  )
})

it('operators see which variables are missing', async () => {
  const [, perplexity] = await listProviders({ ctx: world.operator })
  expect(perplexity?.fix).toContain('set PERPLEXITY_API_KEY')
})

const inCapitals = (surface: string | null) => surface?.toUpperCase() ?? null
