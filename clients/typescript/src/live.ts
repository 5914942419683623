import { createClient } from 'graphql-sse'

/** A GraphQL operation. */
export interface Operation {
  query: string
  variables?: Record<string, unknown>
}

/** A result of a GraphQL operation. */
export interface GraphqlResult<Data> {
  data?: Data | null
  errors?: readonly { message: string; extensions?: { code?: string } }[]
}

/** Returns the results of an operation. The connection is closed when the loop over them ends. */
export type Live = <Data = Record<string, unknown>>(
  operation: Operation,
) => AsyncIterableIterator<GraphqlResult<Data>>

/** Creates {@link Live} over server-sent events, which need no library for WebSockets and pass through most proxies. */
export function createLive({
  url,
  headers,
  fetch,
  retries = 5,
}: {
  url: string
  headers: Record<string, string>
  fetch: typeof globalThis.fetch
  retries: number | undefined
}): Live {
  const client = createClient({ url, headers, fetchFn: fetch, retryAttempts: retries })
  return <Data>(operation: Operation) =>
    client.iterate({
      query: operation.query,
      ...(operation.variables && { variables: operation.variables }),
    }) as AsyncIterableIterator<GraphqlResult<Data>>
}
