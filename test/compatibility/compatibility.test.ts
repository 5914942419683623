import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import {
  breakingGraphqlChanges,
  breakingOpenApiChanges,
  unexplained,
} from '../../release/breaking-changes.ts'
import { openApiDocument } from '../parity/result-shape.ts'

const read = (...path: string[]) => readFileSync(join(import.meta.dirname, '..', '..', ...path), 'utf8')

const { version: released }: { version: string } = JSON.parse(read('package.json'))

/**
 * Returns the code in the first column of the table in a section of the notes for the next version. Empty directly after a
 * release, when the first notes are about the released version.
 */
function listed(section: string): string[] {
  const [, next = ''] = read('docs', 'upgrading.md').split(/^## /m)
  if (next.startsWith(`${released}\n`)) return []
  const [, rest = ''] = next.split(`\n### ${section}\n`)
  const [text = ''] = rest.split(/^### /m)
  const cells = text.split('\n').flatMap((line) => /^\| (`.*?) +\|/.exec(line)?.[1] ?? [])
  return cells.flatMap((cell) => cell.match(/(?<=`)[^`,]+(?=`)/g) ?? [])
}

test('every breaking change of the GraphQL schema since the last release is in docs/upgrading.md', () => {
  const changes = breakingGraphqlChanges(read('release', 'last', 'schema.graphql'), read('schema.graphql'))
  expect(unexplained(changes, listed('GraphQL'))).toEqual([])
})

test('every breaking change of REST since the last release is in docs/upgrading.md', async () => {
  const before: object = JSON.parse(read('release', 'last', 'openapi.json'))
  const after = (await openApiDocument()) as object
  expect(unexplained(breakingOpenApiChanges(before, after), listed('REST'))).toEqual([])
})

test('docs/upgrading.md lists no change that did not happen', async () => {
  const before: object = JSON.parse(read('release', 'last', 'openapi.json'))
  const changes = [
    ...breakingGraphqlChanges(read('release', 'last', 'schema.graphql'), read('schema.graphql')),
    ...breakingOpenApiChanges(before, (await openApiDocument()) as object),
  ]
  const patterns = [...listed('GraphQL'), ...listed('REST')]
  expect(patterns.filter((pattern) => unexplained(changes, [pattern]).length === changes.length)).toEqual([])
})

test('removed and changed parts of the GraphQL schema are found, with their coordinates', () => {
  const before = `type Query { a: Int b(c: Int d: Int): Int e(f: F): G } input F { g: Int } enum G { H I } union U = A | B
    type A { a: Int } type B { b: Int } interface N { n: Int } type C implements N { n: Int }`
  const after = `type Query { b(c: Int! d: Int x: Int!): Int e(f: F): G } input F { g: Int h: Int! } enum G { H } union U = A
    type A { a: String } interface N { n: Int } type C { n: Int }`
  expect(breakingGraphqlChanges(before, after)).toEqual([
    'A.a',
    'B',
    'C',
    'F.h',
    'G.I',
    'Query.a',
    'Query.b(c:)',
    'Query.b(x:)',
    'U.B',
  ])
})

test('removed and restricted parts of the OpenAPI document are found, and additions are not', async () => {
  const document = (await openApiDocument()) as { paths: Record<string, Record<string, unknown>> }
  const changed = structuredClone(document)
  delete changed.paths['/v1/prompts']?.get
  expect(breakingOpenApiChanges(document, changed)).toEqual(['paths//v1/prompts/get'])
  expect(breakingOpenApiChanges(changed, document)).toEqual([])
})

test('a pattern with * explains every change that it matches', () => {
  const changes = ['A.results(x:)', 'B.results(y:)', 'B.other']
  expect(unexplained(changes, ['*.results(*:)'])).toEqual(['B.other'])
})
