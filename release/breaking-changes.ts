import { apiDiff } from 'api-smart-diff'
import { type BreakingChangeType, buildSchema, findBreakingChanges } from 'graphql'

/**
 * Returns the schema coordinates (https://spec.graphql.org/draft/#sec-Schema-Coordinates) of everything that queries for the
 * old schema may rely on and that the new schema removes or changes, such as `Project.prompts(tag:)` or `RunOrder.NEWEST`.
 */
export function breakingGraphqlChanges(before: string, after: string): string[] {
  const changes = findBreakingChanges(buildSchema(before), buildSchema(after))
  return [...new Set(changes.map(({ type, description }) => coordinateOf(type, description)))].toSorted()
}

/** Extracts the coordinate from the sentence of GraphQL.js, which has no other form. */
function coordinateOf(type: BreakingChangeType, description: string): string {
  const argument =
    /^(?<field>\S+) arg (?<name>\w+) /.exec(description) ??
    /arg (?<name>\w+) on (?:field )?(?<field>[\w.]+)/.exec(description)
  if (argument) return `${argument.groups?.field}(${argument.groups?.name}:)`
  const value = /^(\w+) was removed from (?:enum|union) type (\w+)/.exec(description)
  if (value) return `${value[2]}.${value[1]}`
  const input = /required field (\w+) on input type (\w+)/.exec(description)
  if (input) return `${input[2]}.${input[1]}`
  const [, first] = /^(?:Standard scalar )?([\w.]+) /.exec(description) ?? []
  if (!first) throw new Error(`unknown wording of the change ${type}: ${description}`)
  return first
}

/**
 * Returns the paths of everything in an OpenAPI document that requests or responses may rely on and that the new document
 * removes or restricts, such as `paths//v1/project/get` or `components/schemas/Result/properties/id`.
 */
export function breakingOpenApiChanges(before: object, after: object): string[] {
  const changes = apiDiff(inlined(before), inlined(after)).filter(({ type }) => type === 'breaking')
  return changes.map(({ path }) => path.join('/')).toSorted()
}

type Json = Record<string, unknown>

/**
 * Returns a document with copies in place of references, and with one way of saying that an object may be null. Whether a part
 * of a response is a named component does not matter to clients, but the comparison would report it.
 */
function inlined(document: object): object {
  const convert = (node: unknown): unknown => {
    if (Array.isArray(node)) return node.map(convert)
    if (typeof node !== 'object' || node === null) return node
    const { $ref, anyOf, ...rest } = node as Json
    if (typeof $ref === 'string') return convert({ ...at(document, $ref.slice(2).split('/')), ...rest })
    const [value, none, ...more] = Array.isArray(anyOf) ? anyOf.map(convert) : []
    const isNullable = (none as Json | undefined)?.type === 'null' && more.length === 0
    if (isNullable)
      return convert({ ...(value as Json), ...rest, type: [(value as Json).type, 'null'].flat() })
    const fields = anyOf === undefined ? rest : { ...rest, anyOf }
    return Object.fromEntries(Object.entries(fields).map(([name, inner]) => [name, convert(inner)]))
  }
  const { components: _, ...interfaces } = document as Json
  return convert(interfaces) as object
}

function at(node: object, path: readonly string[]): Json {
  return path.reduce<Json>((inner, name) => inner[name] as Json, node as Json)
}

/** Returns the changes that no pattern matches. In patterns, `*` stands for any text. */
export function unexplained(changes: readonly string[], patterns: readonly string[]): string[] {
  const explained = patterns.map(
    (pattern) => new RegExp(`^${pattern.replace(/[.+?^${}()|[\]\\]/g, '\\$&').replaceAll('*', '.*')}$`),
  )
  return changes.filter((change) => !explained.some((pattern) => pattern.test(change)))
}
