import type { DocumentNode, GraphQLSchema, OperationDefinitionNode } from 'graphql'
import { extensionsOf } from '../foundation/field-extensions.ts'
import { type Fold, foldSelections, fragmentsOf } from './fold-selections.ts'

const immutable: Fold<boolean> = {
  combine: (values) => values.every(Boolean),
  field: ({ name }, below, definition) =>
    name.value === '__typename' ||
    (below && definition !== undefined && extensionsOf(definition).immutable === true),
}

/**
 * Whether an operation only selects immutable fields (see `FieldExtensions.immutable`). Its response can be cached
 * once all batches that it reads have ended.
 */
export function isImmutable(
  schema: GraphQLSchema,
  document: DocumentNode,
  { operation, selectionSet }: OperationDefinitionNode,
): boolean {
  const fold = foldSelections(immutable, { schema, fragmentNamed: fragmentsOf(document) })
  return fold(selectionSet, schema.getRootType(operation))
}
