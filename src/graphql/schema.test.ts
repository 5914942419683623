import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import {
  buildSchema,
  type GraphQLSchema,
  isEnumType,
  isInputObjectType,
  isInterfaceType,
  isIntrospectionType,
  isObjectType,
  isSpecifiedScalarType,
  lexicographicSortSchema,
  printSchema,
} from 'graphql'
import { expect, test } from 'vitest'
import { Documents } from './documents.ts'
import { schema } from './schema.ts'

const PRINTED = join(import.meta.dirname, '..', '..', 'schema.graphql')

const print = (given: GraphQLSchema) => printSchema(lexicographicSortSchema(given))

test('schema.graphql is what the code says', () => {
  // Printed again: how the file is laid out is the formatter's business.
  const printed = print(buildSchema(readFileSync(PRINTED, 'utf8')))
  expect(printed === print(schema), 'schema.graphql is stale: run npm run schema').toBe(true)
})

const types = Object.values(schema.getTypeMap()).filter(
  (type) => !isIntrospectionType(type) && !isSpecifiedScalarType(type),
)

test('every type, field, argument and enum value is described', () => {
  const missing: string[] = []
  const look = (path: string, { description }: { description?: string | null | undefined }) => {
    if (!description) missing.push(path)
  }
  for (const type of types) {
    look(type.name, type)
    if (isEnumType(type)) for (const value of type.getValues()) look(`${type.name}.${value.name}`, value)
    if (isInputObjectType(type)) {
      for (const field of Object.values(type.getFields())) look(`${type.name}.${field.name}`, field)
    }
    if (!isObjectType(type) && !isInterfaceType(type)) continue
    for (const field of Object.values(type.getFields())) {
      look(`${type.name}.${field.name}`, field)
      for (const argument of field.args) look(`${type.name}.${field.name}(${argument.name})`, argument)
    }
  }
  expect(missing).toEqual([])
})

test('every mutation takes one input and gives a payload of its own', () => {
  for (const field of Object.values(schema.getMutationType()?.getFields() ?? {})) {
    const name = field.name.charAt(0).toUpperCase() + field.name.slice(1)
    expect(field.args.map(({ name, type }) => `${name}: ${type}`)).toEqual([`input: ${name}Input!`])
    expect(String(field.type)).toBe(`${name}Payload!`)
  }
})

const ROOT = join(import.meta.dirname, '..', '..')

test.each(['README.md', 'docs/graphql.md'])(
  'the operations in %s are valid, and within the limits',
  (file) => {
    const blocks = [...readFileSync(join(ROOT, file), 'utf8').matchAll(/```graphql\n(.*?)```/gs)]
    const documents = new Documents(schema)
    expect(blocks.length).toBeGreaterThan(0)
    for (const [, text = ''] of blocks) {
      const operation = documents.operation(text, null)
      expect('execute' in operation ? operation.refusal({}) : operation).toBeNull()
    }
  },
)
