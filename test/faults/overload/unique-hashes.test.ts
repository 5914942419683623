import { createHash } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { BusyInstallation } from './installation.ts'
import { openTestInstallation } from './test-installation.ts'

/** Number of hashes. Their documents have more characters than the cache of 5,000,000. */
const HASHES = 1_200
const DOCUMENT_CHARACTERS = 5_000
/** Number of requests at the same time. */
const AT_ONCE = 20
/** Maximum growth of the server's memory, in megabytes: the caches may use 60, and the rest is garbage. */
const MAX_GROWTH = 150

let installation: BusyInstallation
beforeAll(async () => {
  installation = await openTestInstallation({
    keys: 1,
    environment: { LOG_LEVEL: 'error', NODE_OPTIONS: '--max-old-space-size=200' },
  })
})
afterAll(async () => {
  await installation?.close()
})

const hashOf = (text: string) => createHash('sha256').update(text).digest('hex')
const document = (n: number) => `{ viewer { __typename } } #${n}${'x'.repeat(DOCUMENT_CHARACTERS)}`

/** Sends an operation, and returns its message or that it was executed. */
async function send(sha256Hash: string, query = ''): Promise<string> {
  const response = await fetch(`${installation.url}/graphql`, {
    method: 'POST',
    headers: { authorization: `Bearer ${installation.keys[0]}`, 'content-type': 'application/json' },
    body: JSON.stringify({ query, extensions: { persistedQuery: { version: 1, sha256Hash } } }),
  })
  const { data, errors } = (await response.json()) as { data?: object; errors?: { message: string }[] }
  return data ? 'executed' : (errors?.[0]?.message ?? '')
}

async function flood(from: number, ask: (n: number) => Promise<string>): Promise<Set<string>> {
  const outcomes = new Set<string>()
  for (let n = from; n < from + HASHES; n += AT_ONCE) {
    const answers = await Promise.all(Array.from({ length: AT_ONCE }, (_, index) => ask(n + index)))
    for (const answer of answers) outcomes.add(answer)
  }
  return outcomes
}

test('floods of unknown and of new persisted operations use bounded memory, and an operation in use stays available', async () => {
  const used = '{ viewer { key { kind } } }'
  await send(hashOf(used), used)
  await flood(0, (n) => send(hashOf(`warm-up ${n}`)))
  const before = installation.memory()
  expect(await flood(0, (n) => send(hashOf(`unknown ${n}`)))).toEqual(new Set(['PersistedQueryNotFound']))
  const registered = await flood(0, async (n) => {
    if (n % AT_ONCE === 0) expect(await send(hashOf(used))).toBe('executed')
    return send(hashOf(document(n)), document(n))
  })
  expect(registered).toEqual(new Set(['executed']))
  expect(await send(hashOf(document(0)))).toBe('PersistedQueryNotFound')
  expect(installation.memory() - before).toBeLessThan(MAX_GROWTH)
}, 240_000)
