import {
  type DocumentNode,
  type FieldNode,
  type FragmentDefinitionNode,
  type GraphQLField,
  type GraphQLNamedType,
  type GraphQLSchema,
  getNamedType,
  getOperationAST,
  isInterfaceType,
  isLeafType,
  isObjectType,
  type SelectionSetNode,
  valueFromASTUntyped,
} from 'graphql'
import { PAGE_SIZES } from './page.ts'

type Field = GraphQLField<unknown, unknown>
type Variables = Readonly<Record<string, unknown>>

/**
 * How many objects an operation may make the server build: each counts one, a connection multiplies what is asked of it
 * by the size of its page, a list by its `limit` or by the number of its `ids`. Leaves are free, and so is introspection.
 * It tells, too, whether other variables may give another cost.
 */
export function costOf({
  schema,
  document,
  operationName,
  variableValues,
}: {
  schema: GraphQLSchema
  document: DocumentNode
  operationName?: string | null | undefined
  variableValues?: Variables | null | undefined
}): { cost: number; usesVariables: boolean } {
  const operation = getOperationAST(document, operationName)
  const root = operation && schema.getRootType(operation.operation)
  if (!root) return { cost: 0, usesVariables: false }
  const variables: Record<string, unknown> = {}
  for (const { variable, defaultValue } of operation.variableDefinitions ?? []) {
    const { value: name } = variable.name
    variables[name] = variableValues?.[name] ?? (defaultValue && valueFromASTUntyped(defaultValue))
  }
  const estimate = new Estimate(schema, document, variables)
  return { cost: estimate.ofSet(operation.selectionSet, root), usesVariables: estimate.usesVariables }
}

/** Which arguments say how many items a field gives, and how many it gives at most and without them; null for one thing. */
function sizesOf(field: Field): { arguments: string[]; usual: number; most: number } | null {
  const sizing = field.args.map(({ name }) => name).filter((name) => SIZING.includes(name))
  const paged = isConnection(getNamedType(field.type))
  if (sizing.length === 0 && !paged) return null
  const { items } = field.extensions
  const usual = typeof items === 'number' ? items : paged ? PAGE_SIZES.usual : 1
  return { arguments: sizing, usual, most: PAGE_SIZES.most }
}

function isConnection({ name }: GraphQLNamedType): boolean {
  return name.endsWith('Connection')
}

const SIZING = ['first', 'last', 'limit', 'ids']

/** Says in the description of every field that costs something what it costs (contract §6). */
export function describeCosts(schema: GraphQLSchema): void {
  for (const type of Object.values(schema.getTypeMap())) {
    if ((!isObjectType(type) && !isInterfaceType(type)) || type.name.startsWith('__')) continue
    for (const field of Object.values(type.getFields())) {
      if (isLeafType(getNamedType(field.type))) continue
      field.description = `${field.description ?? ''} ${costText(field)}`.trim()
    }
  }
}

function costText(field: Field): string {
  const sizes = sizesOf(field)
  if (!sizes) return 'Cost: 1, and what is asked of it.'
  const named = sizes.arguments.map((name) => `\`${name}\``).join(' or ')
  const times = `${named || sizes.usual} times`
  return isConnection(getNamedType(field.type))
    ? `Cost: 1, and ${times} what is asked of it.`
    : `Cost: ${times} 1, and what is asked of each.`
}

class Estimate {
  readonly #schema: GraphQLSchema
  readonly #fragments: ReadonlyMap<string, FragmentDefinitionNode>
  readonly #variables: Variables
  /** Each fragment is estimated once, however often it is spread. */
  readonly #known = new Map<string, number>()
  usesVariables = false

  constructor(schema: GraphQLSchema, document: DocumentNode, variables: Variables) {
    this.#schema = schema
    this.#variables = variables
    this.#fragments = new Map(
      document.definitions
        .filter((definition) => definition.kind === 'FragmentDefinition')
        .map((fragment) => [fragment.name.value, fragment]),
    )
  }

  ofSet(set: SelectionSetNode, parent: GraphQLNamedType): number {
    let cost = 0
    for (const selection of set.selections) {
      if (selection.kind === 'Field') cost += this.#ofField(selection, parent)
      else if (selection.kind === 'FragmentSpread') cost += this.#ofFragment(selection.name.value)
      else
        cost += this.ofSet(
          selection.selectionSet,
          this.#typeNamed(selection.typeCondition?.name.value) ?? parent,
        )
    }
    return cost
  }

  #ofField(node: FieldNode, parent: GraphQLNamedType): number {
    if (!isObjectType(parent) && !isInterfaceType(parent)) return 0
    const field = parent.getFields()[node.name.value]
    const type = field && getNamedType(field.type)
    if (!type || isLeafType(type) || !node.selectionSet) return 0
    const [items, below] = [this.#itemsOf(node, field), this.ofSet(node.selectionSet, type)]
    // The items of a connection are counted by its edges and nodes.
    return isConnection(type) ? 1 + items * below : items * (1 + below)
  }

  #itemsOf(node: FieldNode, field: Field): number {
    const sizes = sizesOf(field)
    if (!sizes) return 1
    for (const name of sizes.arguments) {
      const given = this.#argument(node, name)
      if (Array.isArray(given)) return given.length
      // What is no number fails later, and a negative one too.
      if (typeof given === 'number') return Math.min(Math.max(0, given), sizes.most)
    }
    return sizes.usual
  }

  #ofFragment(name: string): number {
    const known = this.#known.get(name)
    if (known !== undefined) return known
    const fragment = this.#fragments.get(name)
    const type = this.#typeNamed(fragment?.typeCondition.name.value)
    const cost = fragment && type ? this.ofSet(fragment.selectionSet, type) : 0
    this.#known.set(name, cost)
    return cost
  }

  #typeNamed(name: string | undefined): GraphQLNamedType | undefined {
    return name === undefined ? undefined : this.#schema.getType(name)
  }

  #argument(node: FieldNode, name: string): unknown {
    const argument = node.arguments?.find((given) => given.name.value === name)
    if (argument?.value.kind === 'Variable') this.usesVariables = true
    return argument && valueFromASTUntyped(argument.value, this.#variables)
  }
}
