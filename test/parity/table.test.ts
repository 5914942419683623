import { expect, test } from 'vitest'
import { plannedCases } from './cases.ts'
import { DIFFERENCES } from './differences.ts'
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

const forms = OPERATIONS.flatMap((operation) => surfacesOf(operation))
const cases = OPERATIONS.flatMap((operation) => plannedCases(operation))
const executions = cases.reduce((sum, { surfaces }) => sum + surfaces, 0)

test(`the table: ${OPERATIONS.length} operations, ${forms.length} over the surfaces, ${cases.length} cases, ${executions} executions`, () => {
  expect(executions).toBeGreaterThan(forms.length)
})
