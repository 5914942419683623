import SchemaBuilder from '@pothos/core'
import RelayPlugin from '@pothos/plugin-relay'
import type { GraphqlContext } from './context.ts'

/** What the types are built with; it defines none itself. */
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
    // Ours, in types/node.ts: an id that names nothing is no error, and a loader sees what is asked of its nodes.
    nodeQueryOptions: false,
    nodesQueryOptions: false,
    nodesOnConnection: { description: 'The nodes of the edges, for those who need no cursors.' },
    nodeTypeOptions: { description: 'Anything with an identity that can be asked for again.' },
    idFieldOptions: { description: 'Opaque and unique over all types; for `node` and for caches.' },
    pageInfoTypeOptions: { description: 'Where a page lies in its list.' },
    hasNextPageFieldOptions: { description: 'Whether more follows the last edge.' },
    hasPreviousPageFieldOptions: { description: 'Whether more precedes the first edge.' },
    startCursorFieldOptions: { description: 'Cursor of the first edge; null on an empty page.' },
    endCursorFieldOptions: { description: 'Cursor of the last edge; null on an empty page.' },
    pageInfoFieldOptions: { description: 'Where this page lies in the list.' },
    edgesFieldOptions: { description: 'The page.', nullable: { list: false, items: false } },
    nodeFieldOptions: { description: 'The item itself.', nullable: false },
    cursorFieldOptions: { description: 'Where it stands, for `after` and `before`. Opaque.' },
    firstArgOptions: {
      description: 'Items from the front; 50 when neither this nor `last` is given, at most 200.',
    },
    lastArgOptions: { description: 'Items from the back, at most 200.' },
    afterArgOptions: { description: 'Only what follows this cursor.' },
    beforeArgOptions: { description: 'Only what precedes this cursor.' },
  },
})
