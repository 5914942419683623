import {
  type DocumentNode,
  type FieldNode,
  type FragmentDefinitionNode,
  type FragmentSpreadNode,
  type GraphQLField,
  type GraphQLNamedType,
  type GraphQLSchema,
  getNamedType,
  type InlineFragmentNode,
  isInterfaceType,
  isObjectType,
  type SelectionNode,
  type SelectionSetNode,
} from 'graphql'

export type FieldDefinition = GraphQLField<unknown, unknown>

/** Computes a value of a selection set from the values of its selections. */
export interface Fold<Value> {
  /** Combines the values of the selections of a set, in order. An empty set combines no values. */
  combine(values: readonly Value[]): Value
  /**
   * Returns the value of a field from the value of its selection set. The definition is missing for meta fields such
   * as `__typename`, and if no schema was given.
   */
  field(node: FieldNode, below: Value, definition: FieldDefinition | undefined): Value
  /** Returns the value of an inline or spread fragment from the value of its selections; by default that same value. */
  fragment?(node: InlineFragmentNode | FragmentSpreadNode, below: Value): Value
}

/** Context for resolving selections. */
export interface SelectionScope {
  fragmentNamed(name: string): FragmentDefinitionNode | null | undefined
  /** Required by folds that use field definitions. */
  schema?: GraphQLSchema
}

/**
 * Traverses GraphQL selections. Returns a function that computes the value of a selection set; folds that use field
 * definitions must pass the set's parent type. Each selection set is visited once, no matter how often its fragment
 * is spread. Otherwise, a document of a few hundred tokens could expand to an astronomical size. A fragment that
 * spreads itself, which validation rejects, counts as empty inside itself.
 */
export function foldSelections<Value>(
  { combine, field, fragment = (_, below) => below }: Fold<Value>,
  { fragmentNamed, schema }: SelectionScope,
): (set: SelectionSetNode | undefined, parent?: GraphQLNamedType | null) => Value {
  const values = new Map<SelectionSetNode, Value>()
  const emptyValue = combine([])

  function ofSet(set: SelectionSetNode | undefined, parent?: GraphQLNamedType | null): Value {
    if (!set) return emptyValue
    const visited = values.get(set)
    if (visited !== undefined) return visited
    // Value for spreads of a fragment inside itself, while its own value is being computed.
    values.set(set, emptyValue)
    const value = combine(set.selections.map((selection) => ofSelection(selection, parent)))
    values.set(set, value)
    return value
  }

  function ofSelection(selection: SelectionNode, parent: GraphQLNamedType | null | undefined): Value {
    if (selection.kind === 'Field') {
      const definition = fieldOf(parent, selection.name.value)
      return field(
        selection,
        ofSet(selection.selectionSet, definition && getNamedType(definition.type)),
        definition,
      )
    }
    const definition = selection.kind === 'InlineFragment' ? selection : fragmentNamed(selection.name.value)
    const condition = definition?.typeCondition?.name.value
    const type = condition === undefined ? parent : schema?.getType(condition)
    return fragment(selection, ofSet(definition?.selectionSet, type))
  }

  return ofSet
}

function fieldOf(parent: GraphQLNamedType | null | undefined, name: string): FieldDefinition | undefined {
  return isObjectType(parent) || isInterfaceType(parent) ? parent.getFields()[name] : undefined
}

const fragmentsByDocument = new WeakMap<DocumentNode, ReadonlyMap<string, FragmentDefinitionNode>>()

/** Returns a function that finds the fragments of a document by name. */
export function fragmentsOf(document: DocumentNode): SelectionScope['fragmentNamed'] {
  let fragments = fragmentsByDocument.get(document)
  if (!fragments) {
    fragments = new Map(
      document.definitions
        .filter((definition) => definition.kind === 'FragmentDefinition')
        .map((definition) => [definition.name.value, definition]),
    )
    fragmentsByDocument.set(document, fragments)
  }
  const byName = fragments
  return (name) => byName.get(name)
}
