import {
  type ASTNode,
  coerceInputValue,
  type DocumentNode,
  GraphQLError,
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

/** Errors of the variables of one request that are reported: as many as `execute` of GraphQL.js reports. */
const REPORTED_ERRORS = 50

/** Characters of a message; longer ones are cut, because GraphQL.js quotes the whole wrong value, in each of its errors. */
const MESSAGE_LENGTH = 1_000

/**
 * What is wrong with the variables of an operation, in the words of GraphQL.js and in at most 51 errors. An error about a value
 * carries `extensions.fieldErrors` with its place: the name of the variable and the path below it, such as `ids.3`. Below an input
 * object it begins with the object's field, such as `locations.1`, as in the errors of operations, whatever the variable is called.
 */
export function variableErrors(
  schema: GraphQLSchema,
  definitions: readonly VariableDefinitionNode[],
  variables: Variables,
): readonly GraphQLError[] {
  if (definitions.length === 0) return []
  const { errors = [] } = getVariableValues(schema, definitions, variables, { maxErrors: REPORTED_ERRORS })
  if (errors.length === 0) return errors
  const wrong = new Map<ASTNode | undefined, WrongValue[]>(
    definitions.map((definition) => [definition, wrongValues(schema, definition, variables)]),
  )
  // GraphQL.js reports the wrong values of each variable in the order in which it coerces them.
  return errors.map((error) => placed(error, wrong.get(error.nodes?.[0])?.shift()))
}

/** Validation errors about values in a document, with `extensions.fieldErrors` as those of {@link variableErrors}. */
export function literalErrors(document: DocumentNode, errors: readonly GraphQLError[]): GraphQLError[] {
  const places = errors.length > 0 ? placesIn(document) : new Map<ASTNode | undefined, Place>()
  return errors.map((error) => {
    const node = error.nodes?.[0]
    const place = places.get(node)
    if (place === undefined) return error
    // The error about a missing field points at its object, the one about an unknown field at the field.
    const below = node?.kind === 'ObjectValue' ? fieldIn(error.message) : []
    return placed(error, { place: shownPlace(place, below), message: error.message })
  })
}

/** Where a value is: the argument or variable, and its path below an input object, which begins with one of the object's fields. */
interface Place {
  root: string
  path: readonly string[]
}

function shownPlace({ root, path }: Place, below: readonly (string | number)[] = []): string {
  return [...path, ...below].join('.') || root
}

interface WrongValue {
  /** The path of the value, with dots. */
  place: string
  message: string
}

function placed(error: GraphQLError, wrong: WrongValue | undefined): GraphQLError {
  const { nodes, originalError, extensions } = error
  const fieldErrors = wrong && { [wrong.place]: shortened(wrong.message) }
  return new GraphQLError(shortened(error.message), {
    nodes,
    originalError,
    extensions: { ...extensions, ...(fieldErrors && { fieldErrors }) },
  })
}

function shortened(message: string): string {
  return message.length > MESSAGE_LENGTH ? `${message.slice(0, MESSAGE_LENGTH)}…` : message
}

/** The wrong values of one variable, at most as many as are reported. */
function wrongValues(
  schema: GraphQLSchema,
  { variable, type: typeNode }: VariableDefinitionNode,
  variables: Variables,
): WrongValue[] {
  const name = variable.name.value
  const type = typeFromAST(schema, typeNode)
  const found: WrongValue[] = []
  if (!isInputType(type) || !Object.hasOwn(variables, name)) return found
  const place: Place = { root: name, path: isInputObjectType(getNullableType(type)) ? [] : [name] }
  const enough = new Error('as many as are reported')
  try {
    coerceInputValue(variables[name], type, (path, _, { message }) => {
      if (found.length === REPORTED_ERRORS) throw enough
      found.push({ place: shownPlace(place, [...path, ...fieldIn(message)]), message })
    })
  } catch (error) {
    if (error !== enough) throw error
  }
  return found
}

/** The field that GraphQL.js names in an error about the whole object: one that is not there, or not in the type. */
function fieldIn(message: string): string[] {
  const name = /^Field "(?:\w+\.)?(\w+)" (?:of required type|is not defined by type) /.exec(message)?.[1]
  return name === undefined ? [] : [name]
}

/** The places of the values in a document. */
function placesIn(document: DocumentNode): Map<ASTNode | undefined, Place> {
  const places = new Map<ASTNode | undefined, Place>()
  const note = (value: ValueNode, { root, path }: Place) => {
    // What is wrong with a variable is not wrong at the place where it is used.
    if (value.kind === 'Variable') return
    places.set(value, { root, path })
    if (value.kind === 'ListValue')
      for (const [index, item] of value.values.entries()) note(item, { root, path: [...path, String(index)] })
    if (value.kind === 'ObjectValue')
      for (const field of value.fields) {
        const place = { root, path: [...path, field.name.value] }
        places.set(field, place)
        note(field.value, place)
      }
  }
  const noteRoot = (value: ValueNode, root: string) =>
    note(value, { root, path: value.kind === 'ObjectValue' ? [] : [root] })
  visit(document, {
    Argument: ({ name, value }) => noteRoot(value, name.value),
    VariableDefinition: ({ variable, defaultValue }) => {
      if (defaultValue) noteRoot(defaultValue, variable.name.value)
    },
  })
  return places
}
