import {
  type DocumentNode,
  type FieldNode,
  type FragmentDefinitionNode,
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
import { pageSizeOf } from './page.ts'

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
    const below = this.ofSet(node.selectionSet, type)
    if (type.name.endsWith('Connection')) {
      return 1 + pageSizeOf(this.#number(node, 'first') ?? this.#number(node, 'last')) * below
    }
    const ids = this.#argument(node, 'ids')
    if (Array.isArray(ids)) return ids.length * (1 + below)
    const limit = field.args.find(({ name }) => name === 'limit')
    if (limit)
      return Math.min(this.#number(node, 'limit') ?? Number(limit.defaultValue ?? 1), 200) * (1 + below)
    return 1 + below
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

  #number(node: FieldNode, name: string): number | undefined {
    const value = this.#argument(node, name)
    // What is no number fails later, and a negative one too.
    return typeof value === 'number' ? Math.max(0, value) : undefined
  }

  #argument(node: FieldNode, name: string): unknown {
    const argument = node.arguments?.find((given) => given.name.value === name)
    if (argument?.value.kind === 'Variable') this.usesVariables = true
    return argument && valueFromASTUntyped(argument.value, this.#variables)
  }
}
