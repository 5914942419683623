import { expect, test } from 'vitest'
import { isRead } from './cases.ts'
import { DIFFERENCES } from './differences.ts'
import { offeredBy, usedBy, VERBS_WITHOUT_ENTRY, WITHOUT_ENTRY } from './entry-names.ts'
import { operationOf } from './graphql-surface.ts'
import { isAbsent, isKey, SURFACES } from './operation.ts'
import { OPERATIONS } from './operations/all.ts'
import { openApiDocument } from './result-shape.ts'
import { shapeOfResult, surfacesOf } from './surfaces.ts'
import { verbsCalledBy } from './verbs.ts'

test.each(SURFACES)('the table lists exactly the core functions that %s calls', (surface) => {
  const inTable = OPERATIONS.flatMap(({ [surface]: form }) => (isAbsent(form) ? [] : form.verbs))
  const listed = [...inTable, ...Object.keys(VERBS_WITHOUT_ENTRY[surface])]
  expect([...new Set(listed)].toSorted()).toEqual([...verbsCalledBy(surface)].toSorted())
})

test.each(SURFACES)(
  'everything that %s offers has an entry in the table, or a documented reason for its absence',
  (surface) => {
    const inTable = OPERATIONS.flatMap((operation) => usedBy(operation, surface))
    const named = [...inTable, ...Object.keys(WITHOUT_ENTRY[surface])]
    expect([...new Set(named)].toSorted()).toEqual(offeredBy(surface).toSorted())
  },
)

test('nothing has both an entry and a reason for its absence', () => {
  for (const surface of SURFACES)
    for (const operation of OPERATIONS)
      for (const name of usedBy(operation, surface)) expect(WITHOUT_ENTRY[surface]).not.toHaveProperty([name])
})

test('no two operations have the same name', () => {
  const names = OPERATIONS.map(({ name }) => name)
  expect(names).toEqual([...new Set(names)])
})

test('exactly the changes that keys may make need a scope beyond read', () => {
  for (const operation of OPERATIONS) {
    const { name, as, scope } = operation
    expect({ name, hasScope: scope !== undefined }).toEqual({
      name,
      hasScope: isKey(as) && !isRead(operation),
    })
  }
})

test('GraphQL types have the same fields as REST, except for documented differences', async () => {
  const document = await openApiDocument()
  const differences = OPERATIONS.flatMap((operation) => {
    const { graphql } = operation
    const compared = surfacesOf(operation).length > 1
    return isAbsent(graphql) || !compared
      ? []
      : operationOf(graphql, shapeOfResult(operation, document)).differences
  })
  expect([...new Set(differences)].toSorted()).toEqual(Object.keys(DIFFERENCES).toSorted())
})
