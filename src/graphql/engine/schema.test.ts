import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import {
  buildSchema,
  type GraphQLArgument,
  GraphQLID,
  type GraphQLInputField,
  type GraphQLSchema,
  getNamedType,
  isEnumType,
  isInputObjectType,
  isInterfaceType,
  isIntrospectionType,
  isNonNullType,
  isObjectType,
  isScalarType,
  isSpecifiedScalarType,
  lexicographicSortSchema,
  OperationTypeNode,
  printSchema,
} from 'graphql'
import { expect, test } from 'vitest'
import { costOf } from '../documents/cost.ts'
import { LIMITS } from '../documents/limits.ts'
import { Documents } from '../execution/documents.ts'
import { registeredNodes } from '../foundation/node-registry.ts'
import { schema } from './schema.ts'

const PRINTED = join(import.meta.dirname, '..', '..', '..', 'schema.graphql')

const print = (given: GraphQLSchema) => printSchema(lexicographicSortSchema(given))

test('schema.graphql is up to date', () => {
  // Parse and print it again, because the formatter may have changed its layout.
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

test('every mutation takes one input and returns its own payload type', () => {
  for (const field of Object.values(schema.getMutationType()?.getFields() ?? {})) {
    const name = field.name.charAt(0).toUpperCase() + field.name.slice(1)
    expect(field.args.map(({ name, type }) => `${name}: ${type}`)).toEqual([`input: ${name}Input!`])
    expect(String(field.type)).toBe(`${name}Payload!`)
  }
})

test('every field with arguments below the root is nullable, so that an invalid argument only nulls that field', () => {
  const kept: string[] = []
  for (const type of types) {
    if (!isObjectType(type) && !isInterfaceType(type)) continue
    if (Object.values(OperationTypeNode).some((root) => schema.getRootType(root) === type)) continue
    for (const field of Object.values(type.getFields())) {
      if (field.args.length > 0 && isNonNullType(field.type)) kept.push(`${type.name}.${field.name}`)
    }
  }
  expect(kept).toEqual([])
})

test('every field named `results` is a connection of results', () => {
  const others: string[] = []
  for (const type of types) {
    if (!isObjectType(type) && !isInterfaceType(type)) continue
    const { results } = type.getFields()
    if (results && getNamedType(results.type).name !== 'AnalysisResultConnection') others.push(type.name)
  }
  expect(others).toEqual([])
})

test('arguments and input fields of type ID are named `<noun>Id`, or `id` in root queries; no other arguments are', () => {
  const wrong: string[] = []
  const look = (path: string, { name, type }: GraphQLArgument | GraphQLInputField) => {
    const isNamed = /Ids?$/.test(name)
    const isRoot = path.startsWith('Query.') && /^ids?$/.test(name)
    if ((getNamedType(type) === GraphQLID) !== (isNamed || isRoot)) wrong.push(`${path}(${name})`)
  }
  for (const type of types) {
    if (isInputObjectType(type)) for (const field of Object.values(type.getFields())) look(type.name, field)
    if (!isObjectType(type) && !isInterfaceType(type)) continue
    for (const field of Object.values(type.getFields()))
      for (const argument of field.args) look(`${type.name}.${field.name}`, argument)
  }
  expect(wrong).toEqual([])
})

test('every custom scalar has a @specifiedBy URL', () => {
  const scalars = types.filter(isScalarType).map(({ name, specifiedByURL }) => [name, specifiedByURL])
  expect(scalars).toEqual([
    ['CountryCode', expect.stringMatching(/^https:/)],
    ['DateTime', expect.stringMatching(/^https:/)],
    ['Location', expect.stringMatching(/^https:/)],
    ['URL', expect.stringMatching(/^https:/)],
  ])
})

test('every input field named …url is of the type URL', () => {
  const texts = types.filter(isInputObjectType).flatMap((type) =>
    Object.values(type.getFields())
      .filter(({ name, type }) => /url$/i.test(name) && getNamedType(type).name !== 'URL')
      .map(({ name }) => `${type.name}.${name}`),
  )
  expect(texts).toEqual([])
})

test('docs/graphql.md lists all node types', () => {
  const docs = readFileSync(join(ROOT, 'docs', 'graphql.md'), 'utf8')
  const listed = /- \*\*Nodes\*\*: (.*?)\./s.exec(docs)?.[1]?.match(/(?<=`)\w+(?=`)/g)
  expect(listed?.toSorted()).toEqual(registeredNodes().toSorted())
})

const ROOT = join(import.meta.dirname, '..', '..', '..')

test.each(['README.md', 'docs/graphql.md'])(
  'the operations in %s are valid, and within the limits',
  (file) => {
    const blocks = [...readFileSync(join(ROOT, file), 'utf8').matchAll(/```graphql\n(.*?)```/gs)]
    const documents = new Documents(schema)
    expect(blocks.length).toBeGreaterThan(0)
    for (const [, text = ''] of blocks) {
      const document = documents.parse(text)
      expect(documents.errorsOf(document)).toEqual([])
      expect(costOf({ schema, document })({})).toBeLessThanOrEqual(LIMITS.cost)
    }
  },
)
