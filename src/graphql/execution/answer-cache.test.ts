import { expect, test } from 'vitest'
import { asSystemBatchId } from '../../core/access/visible.ts'
import type { AppServices } from '../../core/context.ts'
import { NO_TELEMETRY } from '../../core/foundation/telemetry.ts'
import type { ReusableBody } from '../foundation/reusable-body.ts'
import { AnswerCache } from './answer-cache.ts'
import type { Operation } from './operation.ts'

/** A database that completes a statement when the test tells it to. */
function database(seqs: Record<string, number>) {
  const asked: string[][] = []
  const waiting: (() => void)[] = []
  const query = async ({ values: [ids] }: { values: [string[]] }) => {
    asked.push(ids)
    await new Promise<void>((resolve) => waiting.push(resolve))
    return { rows: ids.filter((id) => id in seqs).map((id) => ({ id, seq: seqs[id] })) }
  }
  const answer = async () => {
    while (waiting.length === 0) await new Promise((resolve) => setImmediate(resolve))
    waiting.shift()?.()
  }
  const services = { db: { pool: { query } }, deps: { telemetry: NO_TELEMETRY } } as unknown as AppServices
  return { services, asked, answer, seqs }
}

const A = asSystemBatchId('a')
const B = asSystemBatchId('b')

const textOf = (body: ReusableBody | null) => body?.bytes.toString()

test('lookups that arrive while a statement runs share the next one, which is sent after all of them', async () => {
  const { services, asked, answer } = database({ a: 1, b: 1 })
  const cache = new AnswerCache(services, 1_000_000)
  cache.keep('one', '1', new Map([[A, 1]]))
  cache.keep('two', '2', new Map([[B, 1]]))
  const first = cache.find('one')
  await answer()
  await first
  const second = cache.find('one')
  await new Promise((resolve) => setImmediate(resolve))
  const rest = Promise.all(['one', 'two', 'one', 'two'].map((key) => cache.find(key)))
  await answer()
  await answer()
  expect(textOf(await second)).toBe('1')
  expect((await rest).map(textOf)).toEqual(['1', '2', '1', '2'])
  expect(asked).toEqual([['a'], ['a'], ['a', 'b']])
})

test('an answer is not reused once one of its batches has changed or was deleted', async () => {
  const { services, answer, seqs } = database({ a: 1, b: 1 })
  const cache = new AnswerCache(services, 1_000_000)
  const both = new Map([
    [A, 1],
    [B, 1],
  ])
  for (const change of [() => (seqs.a = 2), () => delete seqs.b]) {
    cache.keep('one', '1', both)
    change()
    const found = cache.find('one')
    await answer()
    expect(await found).toBeNull()
    expect(await cache.find('one')).toBeNull()
  }
})

test('the cache is limited in bytes, and a limit of 0 disables it', async () => {
  const { services, answer } = database({ a: 1 })
  const cache = new AnswerCache(services, 10_000)
  for (let key = 0; key < 100; key += 1) cache.keep(String(key), 'x'.repeat(1_000), new Map([[A, 1]]))
  expect(await cache.find('0')).toBeNull()
  const last = cache.find('99')
  await answer()
  expect(textOf(await last)).toHaveLength(1_000)
  const operation = { id: 1, immutable: true } as Operation
  expect(cache.keyOf(operation, { type: 'operator' }, {})).not.toBeNull()
  expect(new AnswerCache(services, 0).keyOf(operation, { type: 'operator' }, {})).toBeNull()
})
