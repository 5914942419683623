import {
  type AnyVariables,
  type Client,
  createRequest,
  type Exchange,
  makeOperation,
  mapExchange,
  type TypedDocumentNode,
} from 'urql'

/** Milliseconds for which what was read ahead counts as just read. */
const FRESH = 5_000

/** Reads what a page will ask for while its code is loaded and what surrounds it is read. */
export interface ReadAhead {
  /** To be placed before the cache. */
  exchange: Exchange
  /** Begins to read, unless the cache has it. Where it fails, the page asks again and shows the error. */
  read<Data, Variables extends AnyVariables>(
    client: Client,
    query: TypedDocumentNode<Data, Variables>,
    variables: Variables,
  ): void
}

/**
 * Pages show what the cache has and ask the server as well. Where that was read ahead, the cache's answer is the server's of a
 * moment ago, and they do not ask again. A component asks more than once while it is mounted, so this holds for a time.
 */
export function createReadAhead(): ReadAhead {
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
