import {
  type DocumentNode,
  type FieldNode,
  type GraphQLNamedType,
  type GraphQLSchema,
  getNamedType,
  getOperationAST,
  isInterfaceType,
  isLeafType,
  isObjectType,
  type OperationDefinitionNode,
  valueFromASTUntyped,
} from 'graphql'
import { extensionsOf } from '../field-extensions.ts'
import { PAGE_SIZES } from '../page.ts'
import type { Variables } from '../variables.ts'
import { type FieldDefinition, type Fold, foldSelections, fragmentsOf } from './fold-selections.ts'

/** A cost, or how it follows from the variables; `known` holds what was computed for the same variables before. */
type Cost = number | CostByVariables
type CostByVariables = (variables: Variables, known: Map<CostByVariables, number>) => number

/**
 * How many objects an operation may make the server build, as a function of its variables: each object counts one, a
 * connection multiplies what is asked of it by the size of its page, a list by its `limit` or by the number of its `ids`.
 * Leaves are free, and so is introspection.
 */
export function costOf({
  schema,
  document,
  operationName,
}: {
  schema: GraphQLSchema
  document: DocumentNode
  operationName?: string | null | undefined
}): (variables: Variables) => number {
  const operation = getOperationAST(document, operationName)
  if (!operation) return () => 0
  const costIn = foldSelections(costs, { schema, fragmentNamed: fragmentsOf(document) })
  const cost = costIn(operation.selectionSet, schema.getRootType(operation.operation))
  if (typeof cost === 'number') return () => cost
  return (variables) => cost(withDefaults(operation, variables), new Map())
}

const costs: Fold<Cost> = {
  combine(parts) {
    let fixed = 0
    const open: CostByVariables[] = []
    for (const part of parts) {
      if (typeof part === 'number') fixed += part
      else open.push(part)
    }
    if (open.length === 0) return fixed
    const total: CostByVariables = (variables, known) => {
      const computed = known.get(total)
      if (computed !== undefined) return computed
      let cost = fixed
      for (const part of open) cost += part(variables, known)
      known.set(total, cost)
      return cost
    }
    return total
  },

  field(node, below, definition) {
    const type = definition && getNamedType(definition.type)
    if (!type || isLeafType(type)) return 0
    const items = itemsOf(node, definition)
    // The items of a connection are counted by its edges and nodes.
    const times = isConnection(type)
      ? (count: number, cost: number) => 1 + count * cost
      : (count: number, cost: number) => count * (1 + cost)
    if (typeof items === 'number' && typeof below === 'number') return times(items, below)
    return (variables, known) =>
      times(
        typeof items === 'number' ? items : items(variables),
        typeof below === 'number' ? below : below(variables, known),
      )
  },
}

function withDefaults({ variableDefinitions = [] }: OperationDefinitionNode, given: Variables): Variables {
  const variables: Record<string, unknown> = {}
  for (const { variable, defaultValue } of variableDefinitions) {
    const { value: name } = variable.name
    variables[name] = given[name] ?? (defaultValue && valueFromASTUntyped(defaultValue))
  }
  return variables
}

/** How many items a field gives at most; 1 for a field that gives one object; a function if that depends on variables. */
function itemsOf(
  { arguments: given = [] }: FieldNode,
  definition: FieldDefinition,
): number | ((variables: Variables) => number) {
  const sizes = sizesOf(definition)
  if (!sizes) return 1
  const values = sizes.arguments.flatMap(
    (name) => given.find((other) => other.name.value === name)?.value ?? [],
  )
  const count = (variables: Variables) => {
    for (const node of values) {
      const value = valueFromASTUntyped(node, variables)
      if (Array.isArray(value)) return value.length
      // Values that are no number, or negative, are refused when the field is executed.
      if (typeof value === 'number') return Math.min(Math.max(0, value), sizes.most)
    }
    return sizes.usual
  }
  return values.some(({ kind }) => kind === 'Variable') ? count : count({})
}

/** The arguments that say how many items a field gives, its default and its maximum; null for a field that gives one object. */
function sizesOf(field: FieldDefinition): { arguments: string[]; usual: number; most: number } | null {
  const sizing = field.args.map(({ name }) => name).filter((name) => SIZING.includes(name))
  const paged = isConnection(getNamedType(field.type))
  if (sizing.length === 0 && !paged) return null
  const usual = extensionsOf(field).items ?? (paged ? PAGE_SIZES.usual : 1)
  return { arguments: sizing, usual, most: PAGE_SIZES.most }
}

function isConnection({ name }: GraphQLNamedType): boolean {
  return name.endsWith('Connection')
}

const SIZING = ['first', 'last', 'limit', 'ids']

/** Adds to the description of every field that costs something what it costs. */
export function describeCosts(schema: GraphQLSchema): void {
  for (const type of Object.values(schema.getTypeMap())) {
    if ((!isObjectType(type) && !isInterfaceType(type)) || type.name.startsWith('__')) continue
    for (const field of Object.values(type.getFields())) {
      if (isLeafType(getNamedType(field.type))) continue
      field.description = `${field.description ?? ''} ${costText(field)}`.trim()
    }
  }
}

function costText(field: FieldDefinition): string {
  const sizes = sizesOf(field)
  if (!sizes) return 'Cost: 1 plus that of its selection.'
  const named = sizes.arguments.map((name) => `\`${name}\``).join(' or ')
  const times = `${named || sizes.usual} times`
  return isConnection(getNamedType(field.type))
    ? `Cost: 1 plus ${times} that of its selection.`
    : `Cost: ${times} (1 plus that of its selection).`
}
