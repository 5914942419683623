import SchemaBuilder from '@pothos/core'
import RelayPlugin from '@pothos/plugin-relay'
import type { GraphqlContext } from './context.ts'
import { IMMUTABLE } from './field-extensions.ts'

/** The Pothos schema builder. The modules in types/ define the types with it. */
export const builder = new SchemaBuilder<{
  Context: GraphqlContext
  Scalars: {
    ID: { Input: string; Output: string }
    DateTime: { Input: Date; Output: Date }
    CountryCode: { Input: string; Output: string }
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
    // The parts of a page count as immutable: whether the page itself is, is stated by the field that returns the connection.
    // Defined in types/roots.ts instead: they give null for an unknown id, and pass the selection on to the loaders.
    nodeQueryOptions: false,
    nodesQueryOptions: false,
    nodesOnConnection: {
      ...IMMUTABLE,
      description: 'The nodes of the edges, for clients that need no cursors.',
    },
    nodeTypeOptions: { description: 'An object with a global id.' },
    idFieldOptions: {
      ...IMMUTABLE,
      description: 'Its global id: opaque, unique over all types; for `node` and for caches.',
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
      description: 'The items of the page with their cursors.',
      nullable: { list: false, items: false },
    },
    nodeFieldOptions: { ...IMMUTABLE, description: 'The item itself.', nullable: false },
    cursorFieldOptions: {
      ...IMMUTABLE,
      description: 'Its position in the list, for `after` and `before`. Opaque.',
    },
    firstArgOptions: {
      description:
        'Number of items from the start; 50 if neither this nor `last` is given, at most 200. The field says where it is less.',
    },
    lastArgOptions: { description: 'Number of items from the end, at most 200.' },
    afterArgOptions: { description: 'Only items after this cursor.' },
    beforeArgOptions: { description: 'Only items before this cursor.' },
  },
})
