import {
  type GraphQLField,
  type GraphQLNamedType,
  type GraphQLObjectType,
  getNamedType,
  isEnumType,
  isInputObjectType,
  isInterfaceType,
  isLeafType,
  isObjectType,
} from 'graphql'
import { schema } from '../../src/graphql/engine/schema.ts'
import { parseGlobalId } from '../../src/graphql/foundation/global-id.ts'
import { PLACES_IN_TYPE, VALUES_IN_TYPE } from './differences.ts'
import type { Shape } from './result-shape.ts'

/** Objects that REST represents by a single string: the GraphQL type and its field with that string. */
const FIELD_FOR_STRING: Readonly<Record<string, string>> = { Provider: 'token', Tag: 'name' }

/** Paths of REST fields below a GraphQL object. */
type Places = Readonly<Record<string, string>>

/** A GraphQL selection for a result shape, and the conversion of the response to the REST format. */
export interface Reading {
  selection: string
  read(value: unknown): unknown
  /** Fields that only one of the two APIs has, as `REST has Type.field` or `GraphQL has Type.field`. */
  differences: string[]
}

/**
 * Plans how to read a GraphQL type in the shape that REST gives it. Enum values get their values in REST, global ids become
 * database ids, connections become lists, and objects that REST represents by a string become that string. Fields that
 * only one of the two APIs has are omitted and reported in `differences`.
 */
export function readingOf(type: GraphQLNamedType, shape: Shape, places: Places = {}): Reading {
  if (isEnumType(type)) return plain((name) => type.getValue(String(name))?.value)
  if (type.name === 'ID') return plain((value) => parseGlobalId(String(value))?.id ?? value)
  if (isLeafType(type)) return plain((value) => value)
  // Unions are skipped; their member types are compared where they occur.
  if (!isObjectType(type) && !isInterfaceType(type))
    return { ...plain((value) => value), selection: ' { __typename }' }
  const stringField = shape.fields === null ? FIELD_FOR_STRING[type.name] : undefined
  if (stringField)
    return {
      ...plain((value) => (value as Record<string, unknown>)[stringField]),
      selection: ` { ${stringField} }`,
    }
  if (type.name.endsWith('Connection')) {
    const nodes = getNamedType(fieldOf(type as GraphQLObjectType, 'nodes').type)
    const inner = readingOf(nodes, shape)
    return {
      ...inner,
      selection: ` { nodes${inner.selection} }`,
      read: (value) => value && inner.read((value as { nodes: unknown }).nodes),
    }
  }
  return readingOfObject(type as GraphQLObjectType, shape, places)
}

function readingOfObject(type: GraphQLObjectType, { fields }: Shape, places: Places): Reading {
  if (fields === null) throw new Error(`REST shows a ${type.name} as a plain value`)
  const inType: Places = PLACES_IN_TYPE[type.name] ?? {}
  const elsewhere = new Set(Object.values(inType).map((place) => place.split('.')[0]))
  const differences =
    Object.keys(places).length > 0
      ? []
      : onlyInGraphql(type, fields)
          .filter((name) => !elsewhere.has(name))
          .map((name) => `GraphQL has ${type.name}.${name}`)
  const parts = Object.entries(fields).flatMap(([name, shape]) => {
    const [first = '', ...below] = (places[name] ?? inType[name] ?? name).split('.')
    const field = fieldAt(type, [first, ...below])
    if (!field) {
      differences.push(`REST has ${type.name}.${name}`)
      return []
    }
    const inner = readingOf(getNamedType(field.type), shape)
    differences.push(...inner.differences)
    const selection = below.reduceRight((inside, step) => ` { ${step}${inside} }`, inner.selection)
    const convert = VALUES_IN_TYPE[`${type.name}.${name}`] ?? ((value) => value)
    const read = (value: unknown) => convert(inner.read(below.reduce(fieldIn, fieldIn(value, name))))
    return [{ name, read, selection: `${first === name ? '' : `${name}: `}${first}${selection}` }]
  })
  return {
    differences,
    selection: ` { ${parts.map(({ selection }) => selection).join(' ')} }`,
    read: each((value) => Object.fromEntries(parts.map(({ name, read }) => [name, read(value)]))),
  }
}

/** Returns the fields that REST lacks, except ids and links to other objects of the graph. */
function onlyInGraphql(type: GraphQLObjectType, fields: object): string[] {
  return Object.values(type.getFields())
    .filter(({ name }) => !(name in fields) && name !== 'databaseId' && name !== 'id')
    .filter(({ type }) => !isLink(getNamedType(type)))
    .map(({ name }) => name)
}

function fieldIn(value: unknown, name: string): unknown {
  return (value as Record<string, unknown> | null)?.[name]
}

function fieldAt(
  type: GraphQLNamedType,
  [first = '', ...rest]: readonly string[],
): GraphQLField<unknown, unknown> | null {
  if (!isObjectType(type) && !isInterfaceType(type)) return null
  const field = type.getFields()[first]
  if (!field) return null
  return rest.length > 0 ? fieldAt(getNamedType(field.type), rest) : field
}

function isLink(type: GraphQLNamedType): boolean {
  if (type.name.endsWith('Connection')) return true
  return (
    (isObjectType(type) || isInterfaceType(type)) && type.getInterfaces().some(({ name }) => name === 'Node')
  )
}

function plain(read: (value: unknown) => unknown): Reading {
  return { selection: '', read: each(read), differences: [] }
}

function each(read: (value: unknown) => unknown): (value: unknown) => unknown {
  const convert = (value: unknown): unknown =>
    value == null ? null : Array.isArray(value) ? value.map(convert) : read(value)
  return convert
}

function fieldOf(type: GraphQLObjectType, name: string): GraphQLField<unknown, unknown> {
  const field = type.getFields()[name]
  if (!field) throw new Error(`${type.name} has no field ${name}`)
  return field
}

/**
 * Returns the type at the end of a path such as `viewer`, `project`, `prompts(first: $limit)`, and the types of the
 * variables in the path. A step may also be an inline fragment, such as `... on AnalysisRun`.
 */
export function typeAt(kind: 'query' | 'mutation' | 'subscription', path: readonly string[]) {
  const root = {
    query: schema.getQueryType(),
    mutation: schema.getMutationType(),
    subscription: schema.getSubscriptionType(),
  }[kind]
  let type: GraphQLNamedType = root as GraphQLObjectType
  const variables: Record<string, string> = {}
  for (const step of path) {
    const [, fragment] = /^\.\.\. on (\w+)$/.exec(step) ?? []
    if (fragment) {
      type = schema.getType(fragment) as GraphQLObjectType
      continue
    }
    const [name = '', argumentList = ''] = step.split(/[()]/)
    const field = fieldOf(type as GraphQLObjectType, name)
    for (const [, argument = '', variable = ''] of argumentList.matchAll(/(\w+): \$(\w+)/g)) {
      const slots = field.args.flatMap(({ name, type }) => {
        const input = getNamedType(type)
        return [{ name, type }, ...(isInputObjectType(input) ? Object.values(input.getFields()) : [])]
      })
      variables[variable] = String(slots.find(({ name }) => name === argument)?.type)
    }
    type = getNamedType(field.type)
  }
  return { type, variables }
}
