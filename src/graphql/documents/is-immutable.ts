import type { DocumentNode, GraphQLSchema, OperationDefinitionNode } from 'graphql'
import { extensionsOf } from '../foundation/field-extensions.ts'
import { type Fold, foldSelections, fragmentsOf } from './fold-selections.ts'

const immutable: Fold<boolean> = {
  combine: (values) => values.every(Boolean),
  field: ({ name, arguments: args = [] }, below, definition) => {
    if (name.value === '__typename') return true
    if (!definition || !extensionsOf(definition).immutable) return false
    const changing = definition.args.filter((argument) => extensionsOf(argument).immutable === false)
    return below && !args.some((arg) => changing.some(({ name }) => name === arg.name.value))
  },
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
