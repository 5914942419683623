import {
  type ASTNode,
  coerceInputValue,
  type DocumentNode,
  GraphQLError,
  type GraphQLInputType,
  type GraphQLSchema,
  getNullableType,
  getVariableValues,
  isInputObjectType,
  isInputType,
  typeFromAST,
  type ValueNode,
  type VariableDefinitionNode,
  visit,
} from 'graphql'
import type { Variables } from './variables.ts'

/** Maximum number of errors reported for the variables of a request, the same as in `execute` of GraphQL.js. */
const MAX_REPORTED_ERRORS = 50

/**
 * Maximum length of an error message in characters. Longer ones are cut, because GraphQL.js quotes the whole invalid
 * value in each error.
 */
const MAX_MESSAGE_LENGTH = 1_000

/**
 * Returns the errors in the variables of an operation, as GraphQL.js words them, at most 51. An error about a value
 * has its location in `extensions.fieldErrors`: the variable's name and the path inside it, such as `ids.3`. Inside
 * an input object the location starts with the object's field, such as `locations.1`, or with `filter.`. The name of the variable is
 * then omitted, as in the errors of core operations.
 */
export function variableErrors(
  schema: GraphQLSchema,
  definitions: readonly VariableDefinitionNode[],
  variables: Variables,
): readonly GraphQLError[] {
  if (definitions.length === 0) return []
  const { errors = [] } = getVariableValues(schema, definitions, variables, {
    maxErrors: MAX_REPORTED_ERRORS,
  })
  if (errors.length === 0) return errors
  const invalid = new Map<ASTNode | undefined, InvalidValue[]>(
    definitions.map((definition) => [definition, invalidValues(schema, definition, variables)]),
  )
  // GraphQL.js reports the errors of each variable in the order of coercion.
  return errors.map((error) => withLocation(error, invalid.get(error.nodes?.[0])?.shift()))
}

/** Adds `extensions.fieldErrors` to validation errors about values in a document, as {@link variableErrors} does. */
export function literalErrors(document: DocumentNode, errors: readonly GraphQLError[]): GraphQLError[] {
  const locations = errors.length > 0 ? locationsIn(document) : new Map<ASTNode | undefined, Location>()
  return errors.map((error) => {
    const node = error.nodes?.[0]
    const location = locations.get(node)
    if (location === undefined) return error
    // The error about a missing field points at its object; the error about an unknown field points at the field.
    const below = node?.kind === 'ObjectValue' ? fieldIn(error.message) : []
    return withLocation(error, { location: formatLocation(location, below), message: error.message })
  })
}

/**
 * Location of a value: the argument or variable, and the path inside it. The path inside an input object starts with
 * a field.
 */
interface Location {
  root: string
  path: readonly string[]
}

/** Name of the argument that selects the items of a list. Errors of core operations about it start with this name. */
const FILTER = 'filter'

/** Returns the path that precedes the fields of an input object; null if the type is not an input object. */
function pathAbove(type: GraphQLInputType): readonly string[] | null {
  const object = getNullableType(type)
  if (!isInputObjectType(object)) return null
  return object.name.endsWith('Filter') ? [FILTER] : []
}

function formatLocation({ root, path }: Location, below: readonly (string | number)[] = []): string {
  return [...path, ...below].join('.') || root
}

interface InvalidValue {
  /** Path of the value, separated by dots. */
  location: string
  message: string
}

function withLocation(error: GraphQLError, invalid: InvalidValue | undefined): GraphQLError {
  const { nodes, originalError, extensions } = error
  const fieldErrors = invalid && { [invalid.location]: shortened(invalid.message) }
  return new GraphQLError(shortened(error.message), {
    nodes,
    originalError,
    extensions: { ...extensions, ...(fieldErrors && { fieldErrors }) },
  })
}

function shortened(message: string): string {
  return message.length > MAX_MESSAGE_LENGTH ? `${message.slice(0, MAX_MESSAGE_LENGTH)}…` : message
}

/** Returns the invalid values of one variable, at most {@link MAX_REPORTED_ERRORS}. */
function invalidValues(
  schema: GraphQLSchema,
  { variable, type: typeNode }: VariableDefinitionNode,
  variables: Variables,
): InvalidValue[] {
  const name = variable.name.value
  const type = typeFromAST(schema, typeNode)
  const invalid: InvalidValue[] = []
  if (!isInputType(type) || !Object.hasOwn(variables, name)) return invalid
  const location: Location = { root: name, path: pathAbove(type) ?? [name] }
  const enough = new Error('as many as are reported')
  try {
    coerceInputValue(variables[name], type, (path, _, { message }) => {
      if (invalid.length === MAX_REPORTED_ERRORS) throw enough
      invalid.push({ location: formatLocation(location, [...path, ...fieldIn(message)]), message })
    })
  } catch (error) {
    if (error !== enough) throw error
  }
  return invalid
}

/** Returns the name of a missing or unknown field from the error of GraphQL.js about the whole object. */
function fieldIn(message: string): string[] {
  const name = /^Field "(?:\w+\.)?(\w+)" (?:of required type|is not defined by type) /.exec(message)?.[1]
  return name === undefined ? [] : [name]
}

/** Returns the locations of all values in a document. */
function locationsIn(document: DocumentNode): Map<ASTNode | undefined, Location> {
  const locations = new Map<ASTNode | undefined, Location>()
  const note = (value: ValueNode, { root, path }: Location) => {
    // Errors in a variable are not errors at the location of its use.
    if (value.kind === 'Variable') return
    locations.set(value, { root, path })
    if (value.kind === 'ListValue')
      for (const [index, item] of value.values.entries()) note(item, { root, path: [...path, String(index)] })
    if (value.kind === 'ObjectValue')
      for (const field of value.fields) {
        const location = { root, path: [...path, field.name.value] }
        locations.set(field, location)
        note(field.value, location)
      }
  }
  const noteRoot = (value: ValueNode, root: string) =>
    note(value, { root, path: value.kind === 'ObjectValue' && root !== FILTER ? [] : [root] })
  visit(document, {
    Argument: ({ name, value }) => noteRoot(value, name.value),
    VariableDefinition: ({ variable, defaultValue }) => {
      if (defaultValue) noteRoot(defaultValue, variable.name.value)
    },
  })
  return locations
}
