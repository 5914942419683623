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

/** How a value of a selection set is made of those of its selections. */
export interface Fold<Value> {
  /** Of a selection set, from the values of its selections in their order; of an empty one, from none. */
  combine(values: readonly Value[]): Value
  /**
   * Of a field, from the value of what is selected below it. The definition is missing for `__typename` and its like, and
   * wherever the fold was given no schema.
   */
  field(node: FieldNode, below: Value, definition: FieldDefinition | undefined): Value
  /** Of an inline or spread fragment, from the value of its selections; that value itself when not given. */
  fragment?(node: InlineFragmentNode | FragmentSpreadNode, below: Value): Value
}

/** What selections are read with. */
export interface SelectionScope {
  fragmentNamed(name: string): FragmentDefinitionNode | null | undefined
  /** Needed by folds that look at the definitions of fields. */
  schema?: GraphQLSchema
}

/**
 * The one traversal of GraphQL selections: a function that gives the value of a selection set and, where definitions matter,
 * takes the type it selects from. Each selection set is visited once, however often its fragment is spread: with all fragments
 * written out, a document of a few hundred tokens can be astronomically large. A fragment that contains itself, which
 * validation refuses, counts as empty there.
 */
export function foldSelections<Value>(
  { combine, field, fragment = (_, below) => below }: Fold<Value>,
  { fragmentNamed, schema }: SelectionScope,
): (set: SelectionSetNode | undefined, parent?: GraphQLNamedType | null) => Value {
  const known = new Map<SelectionSetNode, Value>()
  const nothing = combine([])

  function ofSet(set: SelectionSetNode | undefined, parent?: GraphQLNamedType | null): Value {
    if (!set) return nothing
    const visited = known.get(set)
    if (visited !== undefined) return visited
    // Found by a spread of the fragment inside itself, while its own value is still unknown.
    known.set(set, nothing)
    const value = combine(set.selections.map((selection) => ofSelection(selection, parent)))
    known.set(set, value)
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

/** Finds the fragments of a document by their names. */
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
  const found = fragments
  return (name) => found.get(name)
}
