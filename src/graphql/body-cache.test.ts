import { expect, test } from 'vitest'
import type { Services } from '../core/context.ts'
import { BodyCache } from './body-cache.ts'

/** A database that tells where batches stand when the test lets it. */
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
  return { services: { db: { pool: { query } } } as unknown as Services, asked, answer, seqs }
}

const body = (text: string) => Buffer.from(text)

test('those who ask while it is looked share the next look, which begins after all of them have asked', async () => {
  const { services, asked, answer } = database({ a: 1, b: 1 })
  const cache = new BodyCache(services, 1_000_000)
  cache.keep('one', body('1'), new Map([['a', 1]]))
  cache.keep('two', body('2'), new Map([['b', 1]]))
  const first = cache.find('one')
  await answer()
  await first
  const second = cache.find('one')
  await new Promise((resolve) => setImmediate(resolve))
  const rest = Promise.all(['one', 'two', 'one', 'two'].map((key) => cache.find(key)))
  await answer()
  await answer()
  expect(String(await second)).toBe('1')
  expect((await rest).map(String)).toEqual(['1', '2', '1', '2'])
  expect(asked).toEqual([['a'], ['a'], ['a', 'b']])
})

test('a body is given out no more once one of its batches has moved or gone', async () => {
  const { services, answer, seqs } = database({ a: 1, b: 1 })
  const cache = new BodyCache(services, 1_000_000)
  const both = new Map([
    ['a', 1],
    ['b', 1],
  ])
  for (const change of [() => (seqs.a = 2), () => delete seqs.b]) {
    cache.keep('one', body('1'), both)
    change()
    const found = cache.find('one')
    await answer()
    expect(await found).toBeNull()
    expect(await cache.find('one')).toBeNull()
  }
})

test('what is kept is bounded in bytes, and nothing is kept without room', async () => {
  const { services, answer } = database({ a: 1 })
  const cache = new BodyCache(services, 10_000)
  for (let key = 0; key < 100; key += 1) cache.keep(String(key), Buffer.alloc(1_000), new Map([['a', 1]]))
  expect(await cache.find('0')).toBeNull()
  const last = cache.find('99')
  await answer()
  expect(await last).toHaveLength(1_000)
  expect(new BodyCache(services, 0).enabled).toBe(false)
})
