import { expect, it } from 'vitest'
import { createResultList } from './result-list.ts'

/** Creates a list of the numbers below `total` in pages of ten, and records the requested keys. */
function numbers(total: number, fails: (asked: number) => boolean = () => false) {
  const asked: (string | null)[] = []
  const list = createResultList<number>(async (after) => {
    asked.push(after)
    if (fails(asked.length)) throw new Error('away')
    const start = after === null ? 0 : Number(after)
    const rows = Array.from({ length: Math.min(10, total - start) }, (_, index) => start + index)
    return {
      rows,
      total: after === null ? total : null,
      next: start + 10 < total ? String(start + 10) : null,
    }
  })
  return { list, asked }
}

/** Resolves when the list meets a condition. */
function until(
  list: ReturnType<typeof numbers>['list'],
  isMet: (state: ReturnType<typeof list.state>) => boolean,
) {
  return new Promise<void>((resolve) => {
    const stop = list.subscribe(() => {
      if (!isMet(list.state())) return
      stop()
      resolve()
    })
  })
}

it('loads page after page up to the requested row, each page once', async () => {
  const { list, asked } = numbers(100)
  const isThere = until(list, ({ rows }) => rows.length > 34)
  list.want(0)
  list.want(34)
  list.want(20)
  await isThere
  expect(list.state()).toEqual({
    rows: Array.from({ length: 40 }, (_, index) => index),
    total: 100,
    error: null,
  })
  expect(asked).toEqual([null, '10', '20', '30'])
})

it('stops when the server has no more rows', async () => {
  const { list, asked } = numbers(15)
  const isThere = until(list, ({ rows }) => rows.length === 15)
  list.want(1_000)
  await isThere
  expect(list.state().total).toBe(15)
  expect(asked).toEqual([null, '10'])
})

it('keeps its rows after an error and continues from there', async () => {
  const { list, asked } = numbers(30, (time) => time === 2)
  const hasFailed = until(list, ({ error }) => error !== null)
  list.want(25)
  await hasFailed
  expect(list.state().rows.length).toBe(10)
  const isThere = until(list, ({ rows }) => rows.length === 30)
  list.retry()
  await isThere
  expect(list.state().error).toBeNull()
  expect(asked).toEqual([null, '10', '10', '20'])
})
