import { createHash } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createWorld, type World } from '../world.ts'
import { all, type Operation, results, send, type Transport } from './graphql-client.ts'

let world: World
let key: string
beforeAll(async () => {
  world = await createWorld({ workers: false })
  const { id } = await world.organization()
  key = (await world.organizationKey(id)).key
})
afterAll(() => world.close())

const hashOf = (text: string) => createHash('sha256').update(text).digest('hex')
const named = (sha256Hash: unknown, query = ''): Operation =>
  ({ query, extensions: { persistedQuery: { version: 1, sha256Hash } } }) as Operation
const byHash = async (parameters: Record<string, unknown>) => {
  const address = new URL(`${world.url}/graphql`)
  for (const [name, value] of Object.entries(parameters))
    address.searchParams.set(name, JSON.stringify(value))
  return fetch(address, { headers: { authorization: `Bearer ${key}` } })
}

describe.each(['HTTP', 'websocket', 'server-sent events'] as const)('documents over %s', (transport) => {
  const run = async (operation: Operation) =>
    transport === 'HTTP'
      ? send(world, key, operation)
      : (await all(results(transport satisfies Transport, world, key, operation)))[0]
  // Each transport has a separate document, which no other transport has registered.
  const query = `query ${transport.replaceAll(/\W/g, '')} { viewer { key { kind } } }`

  test('are executed by hash after a request that sends both the document and the hash', async () => {
    const unknown = await run(named(hashOf(query)))
    expect(unknown?.data).toBeUndefined()
    expect(unknown?.errors).toMatchObject([
      { message: 'PersistedQueryNotFound', extensions: { code: 'BAD_REQUEST' } },
    ])
    for (const operation of [named(hashOf(query), query), named(hashOf(query))])
      expect((await run(operation))?.data).toEqual({ viewer: { key: { kind: 'ORGANIZATION' } } })
  })

  test('are refused with a wrong hash, which is not registered', async () => {
    const wrongHash = hashOf(`${query} # another`)
    for (const operation of [named(wrongHash, query), named(wrongHash), named(7, query)]) {
      const refused = await run(operation)
      expect(refused?.data).toBeUndefined()
      expect(refused?.errors).toMatchObject([{ extensions: { code: 'BAD_REQUEST' } }])
    }
  })
})

test('a document that was registered by POST is executed by its hash in a GET', async () => {
  const query = 'query Given($id: ID!) { node(id: $id) { id } }'
  await send(world, key, { ...named(hashOf(query), query), variables: { id: 'unknown' } })
  const { extensions } = named(hashOf(query)) as unknown as Record<string, unknown>
  const shown = await byHash({ extensions, variables: { id: 'unknown' } })
  expect([shown.status, await shown.json()]).toEqual([200, { data: { node: null } }])
})
