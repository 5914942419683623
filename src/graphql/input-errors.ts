import {
  type ASTNode,
  coerceInputValue,
  type DocumentNode,
  GraphQLError,
  type GraphQLSchema,
  getVariableValues,
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
 * carries `extensions.fieldErrors` with its place below the name of the variable, such as `input.schedule.firstRunAt`.
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
  const places = errors.length > 0 ? placesIn(document) : new Map<ASTNode | undefined, string>()
  return errors.map((error) => {
    const place = places.get(error.nodes?.[0])
    return place === undefined ? error : placed(error, { place, message: error.message })
  })
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
  const enough = new Error('as many as are reported')
  try {
    coerceInputValue(variables[name], type, (path, _, { message }) => {
      if (found.length === REPORTED_ERRORS) throw enough
      found.push({ place: [name, ...path].join('.'), message })
    })
  } catch (error) {
    if (error !== enough) throw error
  }
  return found
}

/** The places of the values in a document, each below the name of its argument or variable. */
function placesIn(document: DocumentNode): Map<ASTNode | undefined, string> {
  const places = new Map<ASTNode | undefined, string>()
  const note = (value: ValueNode, place: string) => {
    // What is wrong with a variable is not wrong at the place where it is used.
    if (value.kind === 'Variable') return
    places.set(value, place)
    if (value.kind === 'ListValue')
      for (const [index, item] of value.values.entries()) note(item, `${place}.${index}`)
    if (value.kind === 'ObjectValue')
      for (const field of value.fields) {
        const fieldPlace = `${place}.${field.name.value}`
        places.set(field, fieldPlace)
        note(field.value, fieldPlace)
      }
  }
  visit(document, {
    Argument: ({ name, value }) => note(value, name.value),
    VariableDefinition: ({ variable, defaultValue }) => {
      if (defaultValue) note(defaultValue, variable.name.value)
    },
  })
  return places
}
