import { expect, test } from 'vitest'
import { DIFFERENCES } from './differences.ts'
import { offeredBy, usedBy, WITHOUT_ENTRY } from './entry-names.ts'
import { operationOf } from './graphql-surface.ts'
import { isAbsent, SURFACES } from './operation.ts'
import { OPERATIONS } from './operations/all.ts'
import { openApiDocument } from './result-shape.ts'
import { shapeOfResult, surfacesOf } from './surfaces.ts'
import { verbsCalledBy } from './verbs.ts'

test.each(SURFACES)('the table has every verb that %s calls, and no other', (surface) => {
  const inTable = OPERATIONS.flatMap(({ [surface]: form }) => (isAbsent(form) ? [] : form.verbs))
  expect([...new Set(inTable)].toSorted()).toEqual([...verbsCalledBy(surface)].toSorted())
})

test.each(SURFACES)('all that %s offers has an entry in the table, or a reason why not', (surface) => {
  const inTable = OPERATIONS.flatMap((operation) => usedBy(operation, surface))
  const named = [...inTable, ...Object.keys(WITHOUT_ENTRY[surface])]
  expect([...new Set(named)].toSorted()).toEqual(offeredBy(surface).toSorted())
})

test('nothing with an entry has a reason to have none', () => {
  for (const surface of SURFACES)
    for (const operation of OPERATIONS)
      for (const name of usedBy(operation, surface)) expect(WITHOUT_ENTRY[surface]).not.toHaveProperty([name])
})

test('no two operations have the same name', () => {
  const names = OPERATIONS.map(({ name }) => name)
  expect(names).toEqual([...new Set(names)])
})

test('the types of GraphQL have the fields of REST and no others, but for those with a reason', async () => {
  const document = await openApiDocument()
  const found = OPERATIONS.flatMap((operation) => {
    const { graphql } = operation
    const compared = surfacesOf(operation).length > 1
    return isAbsent(graphql) || !compared
      ? []
      : operationOf(graphql, shapeOfResult(operation, document)).differences
  })
  expect([...new Set(found)].toSorted()).toEqual(Object.keys(DIFFERENCES).toSorted())
})
