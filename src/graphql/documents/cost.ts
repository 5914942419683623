import {
  DirectiveLocation,
  type DocumentNode,
  type FieldNode,
  GraphQLBoolean,
  GraphQLDirective,
  GraphQLInt,
  GraphQLList,
  type GraphQLNamedType,
  GraphQLNonNull,
  type GraphQLSchema,
  GraphQLString,
  getNamedType,
  getOperationAST,
  isInterfaceType,
  isLeafType,
  isObjectType,
  type OperationDefinitionNode,
  valueFromASTUntyped,
} from 'graphql'
import { extensionsOf } from '../foundation/field-extensions.ts'
import { PAGE_SIZES } from '../foundation/page.ts'
import { type FieldDefinition, type Fold, foldSelections, fragmentsOf } from './fold-selections.ts'
import type { Variables } from './variables.ts'

/** A cost, or a function that computes it from the variables. `computed` caches results for the same variables. */
type Cost = number | CostByVariables
type CostByVariables = (variables: Variables, computed: Map<CostByVariables, number>) => number

/**
 * Returns a function that computes the cost of an operation from its variables. The cost is the maximum number of
 * objects that the server may have to build. Each object counts as one. A connection multiplies the cost of its
 * selection by the page size; a list multiplies it by its `limit` or by the number of its `ids`. Leaves and
 * introspection are free.
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
    const total: CostByVariables = (variables, computed) => {
      const cached = computed.get(total)
      if (cached !== undefined) return cached
      let cost = fixed
      for (const part of open) cost += part(variables, computed)
      computed.set(total, cost)
      return cost
    }
    return total
  },

  field(node, below, definition) {
    const type = definition && getNamedType(definition.type)
    if (!type || isLeafType(type)) return 0
    const items = itemsOf(node, definition)
    // The items of a connection are counted through its edges and nodes.
    const times = isConnection(type)
      ? (count: number, cost: number) => 1 + count * cost
      : (count: number, cost: number) => count * (1 + cost)
    if (typeof items === 'number' && typeof below === 'number') return times(items, below)
    return (variables, computed) =>
      times(
        typeof items === 'number' ? items : items(variables),
        typeof below === 'number' ? below : below(variables, computed),
      )
  },
}

function withDefaults({ variableDefinitions = [] }: OperationDefinitionNode, values: Variables): Variables {
  const variables: Record<string, unknown> = {}
  for (const { variable, defaultValue } of variableDefinitions) {
    const { value: name } = variable.name
    variables[name] = values[name] ?? (defaultValue && valueFromASTUntyped(defaultValue))
  }
  return variables
}

/**
 * Returns the maximum number of items of a field, which is 1 for a single object. Returns a function if the number
 * depends on variables.
 */
function itemsOf(
  { arguments: args = [] }: FieldNode,
  definition: FieldDefinition,
): number | ((variables: Variables) => number) {
  const sizes = sizesOf(definition)
  if (!sizes) return 1
  const values = sizes.arguments.flatMap((name) => args.find((arg) => arg.name.value === name)?.value ?? [])
  const count = (variables: Variables) => {
    for (const node of values) {
      const value = valueFromASTUntyped(node, variables)
      if (Array.isArray(value)) return value.length
      // Invalid and negative sizes are rejected when the field is executed.
      if (typeof value === 'number') return Math.min(Math.max(0, value), sizes.most)
    }
    return sizes.usual
  }
  return values.some(({ kind }) => kind === 'Variable') ? count : count({})
}

/**
 * Returns the names of the size arguments of a list field, and its default and maximum size; null for a field that
 * returns a single object.
 */
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

/**
 * `@listSize` of the GraphQL cost directives (https://ibm.github.io/graphql-specs/cost-spec.html). All objects have the
 * default weight of 1, and leaves are free, so that the schema needs no `@cost`.
 */
export const listSizeDirective = new GraphQLDirective({
  name: 'listSize',
  description:
    'Number of items that a list counts as in the cost of an operation: the value of a slicing argument, or else `assumedSize`.',
  locations: [DirectiveLocation.FIELD_DEFINITION],
  args: {
    assumedSize: { type: GraphQLInt, description: 'Number of items without a slicing argument.' },
    slicingArguments: {
      type: new GraphQLList(new GraphQLNonNull(GraphQLString)),
      description: 'Arguments with the number of items, or with a list that has one entry per item.',
    },
    sizedFields: {
      type: new GraphQLList(new GraphQLNonNull(GraphQLString)),
      description: 'Fields of the returned object that have this number of items.',
    },
    requireOneSlicingArgument: {
      type: GraphQLBoolean,
      defaultValue: true,
      description: 'Whether one of the slicing arguments must be given.',
    },
  },
})

/** Adds `@listSize` to every list field, for the printed schema. */
export function declareListSizes(schema: GraphQLSchema): void {
  for (const type of Object.values(schema.getTypeMap())) {
    if ((!isObjectType(type) && !isInterfaceType(type)) || type.name.startsWith('__')) continue
    for (const field of Object.values(type.getFields())) {
      const sizes = isLeafType(getNamedType(field.type)) ? null : sizesOf(field)
      if (!sizes) continue
      const listSize = {
        assumedSize: sizes.usual,
        ...(sizes.arguments.length > 0 && { slicingArguments: sizes.arguments }),
        ...(isConnection(getNamedType(field.type)) && { sizedFields: ['edges', 'nodes'] }),
        requireOneSlicingArgument: false,
      }
      field.extensions = { ...field.extensions, directives: { listSize } }
    }
  }
}
