import type { DocumentNode, FragmentDefinitionNode, OperationDefinitionNode, SelectionSetNode } from 'graphql'

/**
 * Fields of a valid operation with every fragment written out wherever it is spread: what compiling it takes time and memory
 * for. Each fragment is counted once, for a document of a few hundred tokens can be astronomically large.
 */
export function writtenSize(document: DocumentNode, { selectionSet }: OperationDefinitionNode): number {
  const fragments = new Map<string, FragmentDefinitionNode>()
  for (const definition of document.definitions) {
    if (definition.kind === 'FragmentDefinition') fragments.set(definition.name.value, definition)
  }
  const known = new Map<string, number>()
  return ofSet(selectionSet)

  function ofSet(set: SelectionSetNode | undefined): number {
    let size = 0
    for (const selection of set?.selections ?? []) {
      // A spread counts by itself: it is followed even where nothing is in it.
      size +=
        1 +
        (selection.kind === 'FragmentSpread'
          ? ofFragment(selection.name.value)
          : ofSet(selection.selectionSet))
    }
    return size
  }

  function ofFragment(name: string): number {
    const size = known.get(name) ?? ofSet(fragments.get(name)?.selectionSet)
    known.set(name, size)
    return size
  }
}
