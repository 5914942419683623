import SchemaBuilder from '@pothos/core'
import RelayPlugin from '@pothos/plugin-relay'
import type { GraphqlContext } from './context.ts'
import { IMMUTABLE } from './field-extensions.ts'

/** Pothos schema builder, used by the modules in types/. */
export const builder = new SchemaBuilder<{
  Context: GraphqlContext
  Scalars: {
    ID: { Input: string; Output: string }
    DateTime: { Input: Date; Output: Date }
    CountryCode: { Input: string; Output: string }
    Location: { Input: string; Output: string }
    URL: { Input: string; Output: string }
  }
  Connection: { countAll: () => Promise<number> }
  DefaultFieldNullability: false
  DefaultEdgesNullability: { list: false; items: false }
  DefaultNodeNullability: false
}>({
  plugins: [RelayPlugin],
  defaultFieldNullability: false,
  relay: {
    // The members of a page count as immutable; the field that returns the connection declares whether the page
    // itself is. `node` and `nodes` are defined in types/roots.ts instead: they return null for an unknown id, and
    // pass the selection on to the loaders.
    nodeQueryOptions: false,
    nodesQueryOptions: false,
    nodesOnConnection: {
      ...IMMUTABLE,
      description: 'The nodes of the edges, for clients that do not need cursors.',
    },
    nodeTypeOptions: { description: 'An object with a global id.' },
    idFieldOptions: {
      ...IMMUTABLE,
      description: 'Global id: opaque and unique across all types; for `node` and for caches.',
    },
    pageInfoTypeOptions: { description: 'Position of a page in its list.' },
    hasNextPageFieldOptions: { ...IMMUTABLE, description: 'Whether items follow the last edge.' },
    hasPreviousPageFieldOptions: { ...IMMUTABLE, description: 'Whether items precede the first edge.' },
    startCursorFieldOptions: {
      ...IMMUTABLE,
      description: 'Cursor of the first edge; null on an empty page.',
    },
    endCursorFieldOptions: { ...IMMUTABLE, description: 'Cursor of the last edge; null on an empty page.' },
    pageInfoFieldOptions: { ...IMMUTABLE, description: 'Position of this page in the list.' },
    edgesFieldOptions: {
      ...IMMUTABLE,
      description: 'Items of the page with their cursors.',
      nullable: { list: false, items: false },
    },
    nodeFieldOptions: { ...IMMUTABLE, description: 'The item itself.', nullable: false },
    cursorFieldOptions: {
      ...IMMUTABLE,
      description: 'Position of the item in the list, for `after` and `before`. Opaque.',
    },
    firstArgOptions: {
      description:
        'Number of items from the start, at most 200; defaults to 50 if `last` is omitted too. Fields with a lower maximum say so.',
    },
    lastArgOptions: { description: 'Number of items from the end, at most 200.' },
    afterArgOptions: { description: 'Only items after this cursor.' },
    beforeArgOptions: { description: 'Only items before this cursor.' },
  },
})
