import type { DocumentNode, GraphQLSchema, OperationDefinitionNode } from 'graphql'
import { extensionsOf } from '../field-extensions.ts'
import { type Fold, foldSelections, fragmentsOf } from './fold-selections.ts'

const immutable: Fold<boolean> = {
  combine: (values) => values.every(Boolean),
  field: ({ name, arguments: given = [] }, below, definition) => {
    if (name.value === '__typename') return true
    if (!definition || !extensionsOf(definition).immutable) return false
    const changing = definition.args.filter((argument) => extensionsOf(argument).immutable === false)
    return below && !given.some((argument) => changing.some((other) => other.name === argument.name.value))
  },
}

/**
 * Whether an operation asks for immutable fields only (see `FieldExtensions.immutable`): once the batches that it reads have
 * ended, its answer can be cached.
 */
export function isImmutable(
  schema: GraphQLSchema,
  document: DocumentNode,
  { operation, selectionSet }: OperationDefinitionNode,
): boolean {
  const fold = foldSelections(immutable, { schema, fragmentNamed: fragmentsOf(document) })
  return fold(selectionSet, schema.getRootType(operation))
}
