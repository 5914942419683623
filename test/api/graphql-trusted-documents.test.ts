import { createHash } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createWorld, type World } from '../world.ts'
import { all, type Operation, results, send, type Transport } from './graphql-client.ts'

const LISTED = [
  'query Key { viewer { key { kind } } }',
  'query Two { __typename } query Three { three: __typename }',
]
const hashOf = (text: string) => createHash('sha256').update(text).digest('hex')
const SCOPE = hashOf(LISTED[0] ?? '')

let world: World
let key: string
const folder = mkdtempSync(join(tmpdir(), 'answergraph-operations-'))
beforeAll(async () => {
  const file = join(folder, 'operations.json')
  writeFileSync(file, JSON.stringify(Object.fromEntries(LISTED.map((text) => [hashOf(text), text]))))
  world = await createWorld({ workers: false, environment: { PERSISTED_OPERATIONS_FILE: file } })
  const { id } = await world.organization()
  key = (await world.organizationKey(id)).key
})
afterAll(async () => {
  await world.close()
  rmSync(folder, { recursive: true, force: true })
})

const byHash = (sha256Hash: unknown, operationName?: string) =>
  ({
    // graphql-ws requires the query to be a string.
    query: '',
    extensions: { persistedQuery: { version: 1, sha256Hash } },
    ...(operationName && { operationName }),
  }) as Operation

describe.each(['HTTP', 'websocket', 'server-sent events'] as const)(
  'trusted documents over %s',
  (transport) => {
    const run = async (operation: Operation) =>
      transport === 'HTTP'
        ? send(world, key, operation)
        : (await all(results(transport satisfies Transport, world, key, operation)))[0]

    test('execute a listed operation by its hash and by its text', async () => {
      const data = { viewer: { key: { kind: 'ORGANIZATION' } } }
      for (let time = 0; time < 2; time += 1) {
        expect((await run(byHash(SCOPE)))?.data).toEqual(data)
        expect((await run({ query: LISTED[0] ?? '' }))?.data).toEqual(data)
      }
      const three = await run(byHash(hashOf(LISTED[1] ?? ''), 'Three'))
      expect(three?.data).toEqual({ three: 'Query' })
    })

    test('refuse any other operation as BAD_REQUEST', async () => {
      for (const operation of [
        { query: '{ __typename }' },
        { query: `${LISTED[0]} ` },
        { query: '' },
        byHash(hashOf('{ __typename }')),
        byHash(1),
      ]) {
        const shown = await run(operation)
        expect(shown?.data).toBeUndefined()
        expect(shown?.errors?.map(({ extensions }) => extensions)).toEqual([{ code: 'BAD_REQUEST' }])
      }
    })
  },
)

test('trusted documents answer other operations over HTTP with 400', async () => {
  expect((await send(world, key, { query: '{ __typename }' })).status).toBe(400)
})
