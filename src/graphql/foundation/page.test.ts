import fc from 'fast-check'
import { expect, test } from 'vitest'
import { AppError } from '../../core/foundation/errors.ts'
import { connectionOf, isOrdinal, type PageArguments, parsePage } from './page.ts'

const LIST = '018f0000-0000-7000-8000-000000000000'
const OTHER = '018f0000-0000-7000-8000-000000000001'

/** Reads a page from a list in memory, as the database does. */
function read(ordinals: readonly number[], args: PageArguments) {
  const page = parsePage(args, { listId: LIST, isKey: isOrdinal })
  const { after, before, backward, size } = page
  const within = ordinals.filter(
    (ordinal) => ordinal > Number(after ?? -1) && ordinal < Number(before ?? Number.POSITIVE_INFINITY),
  )
  const items = backward ? within.slice(-(size + 1)) : within.slice(0, size + 1)
  return connectionOf({
    items: items.map((ordinal) => ({ ordinal })),
    page,
    listId: LIST,
    keyOf: ({ ordinal }) => String(ordinal),
    countAll: async () => ordinals.length,
  })
}

const ordinalsOf = (connection: ReturnType<typeof read>) => connection.edges.map(({ node }) => node.ordinal)

const lists = fc.uniqueArray(fc.nat(10_000), { maxLength: 60 }).map((list) => list.sort((a, b) => a - b))

test('paging from either end gives every item once and in order, whatever the page size', () => {
  fc.assert(
    fc.property(lists, fc.integer({ min: 1, max: 20 }), (ordinals, size) => {
      const forward: number[] = []
      for (let after: string | null = null, more = true; more; ) {
        const page = read(ordinals, { first: size, after })
        forward.push(...ordinalsOf(page))
        after = page.pageInfo.endCursor
        more = page.pageInfo.hasNextPage
      }
      const backward: number[] = []
      for (let before: string | null = null, more = true; more; ) {
        const page = read(ordinals, { last: size, before })
        backward.unshift(...ordinalsOf(page))
        before = page.pageInfo.startCursor
        more = page.pageInfo.hasPreviousPage
      }
      expect(forward).toEqual(ordinals)
      expect(backward).toEqual(ordinals)
    }),
  )
})

test('a cursor stays valid when items are added on both sides', () => {
  fc.assert(
    fc.property(lists, lists, fc.nat(59), (before, more, at) => {
      const cursor = read(before, { first: 200 }).edges[at]?.cursor
      const place = before[at]
      if (cursor === undefined || place === undefined) return
      const later = [...new Set([...before, ...more])].sort((a, b) => a - b)
      expect(ordinalsOf(read(later, { first: 200, after: cursor }))).toEqual(later.filter((o) => o > place))
    }),
  )
})

test('a cursor of another list is rejected', () => {
  const refused = (after: string) => {
    try {
      parsePage({ after }, { listId: LIST, isKey: isOrdinal })
      return null
    } catch (error) {
      return error instanceof AppError ? [error.code, Object.keys(error.fieldErrors ?? {})] : error
    }
  }
  const cursor = read([7], {}).edges[0]?.cursor ?? ''
  expect(refused(cursor)).toBeNull()
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.base64String()), (text) => {
      if (text !== cursor) expect(refused(text)).toEqual(['BAD_REQUEST', ['after']])
    }),
  )
  for (const forged of [
    `${OTHER}:7`,
    `${LIST}:07`,
    `${LIST}:-1`,
    `${LIST}:1e3`,
    `${LIST}:9999999999`,
    LIST,
  ]) {
    expect(refused(Buffer.from(forged).toString('base64url'))).toEqual(['BAD_REQUEST', ['after']])
  }
})
