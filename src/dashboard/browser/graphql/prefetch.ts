import {
  type AnyVariables,
  type Client,
  createRequest,
  type Exchange,
  makeOperation,
  mapExchange,
  type TypedDocumentNode,
} from 'urql'

/** How long prefetched data counts as up to date, in milliseconds. */
const FRESH = 5_000

/** Runs queries of a page while the page's code and layout are still loading. */
export interface Prefetch {
  /** Must come before the cache exchange. */
  exchange: Exchange
  /** Starts a query unless its result is cached. If it fails, the page runs the query again and shows the error. */
  read<Data, Variables extends AnyVariables>(
    client: Client,
    query: TypedDocumentNode<Data, Variables>,
    variables: Variables,
  ): void
}

/**
 * Pages normally show cached data and also ask the server. For prefetched queries the cache is fresh, so the second
 * request is skipped. Components run a query several times while mounting, so this lasts for {@link FRESH}.
 */
export function createPrefetch(): Prefetch {
  const fresh = new Set<number>()
  return {
    exchange: mapExchange({
      onOperation(operation) {
        const { kind, key, context } = operation
        if (kind !== 'query' || context.requestPolicy !== 'cache-and-network' || !fresh.has(key)) return
        return makeOperation(kind, operation, { ...context, requestPolicy: 'cache-first' })
      },
    }),
    async read(client, query, variables) {
      if (client.readQuery(query, variables, { requestPolicy: 'cache-only' })?.data) return
      const { key } = createRequest(query, variables)
      fresh.add(key)
      const { error } = await client.query(query, variables, { requestPolicy: 'cache-first' })
      if (error) fresh.delete(key)
      else setTimeout(() => fresh.delete(key), FRESH)
    },
  }
}
