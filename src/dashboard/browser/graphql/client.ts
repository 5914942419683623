import { Client, type CombinedError, fetchExchange, mapExchange, subscriptionExchange } from 'urql'
import { createCache } from './cache.ts'
import { createLive, type Live } from './live.ts'
import { problemsOf } from './problem.ts'

/** What the pages of one organization read and write with. */
export interface Connection {
  client: Client
  live: Live
}

/**
 * Connects to the graph as the signed-in member of an organization. Each organization has a cache of its own.
 * @param onSignedOut is called when the session has ended
 */
export function connect({
  organizationId,
  onSignedOut,
}: {
  /** Null: the first of the member's organizations. */
  organizationId: string | null
  onSignedOut: () => void
}): Connection {
  const live = createLive(organizationId)
  const client = new Client({
    url: '/graphql',
    preferGetMethod: false,
    requestPolicy: 'cache-and-network',
    fetchOptions: {
      credentials: 'same-origin',
      headers: organizationId ? { 'X-Organization': organizationId } : {},
    },
    exchanges: [
      mapExchange({
        onError(error: CombinedError) {
          if (problemsOf(error).some(({ code }) => code === 'UNAUTHORIZED')) onSignedOut()
        },
      }),
      createCache(),
      fetchExchange,
      subscriptionExchange({
        forwardSubscription: ({ query, variables }) => ({
          subscribe: (sink) => ({
            unsubscribe: live.client.subscribe(
              { query: query ?? '', ...(variables && { variables: { ...variables } }) },
              {
                next: ({ data, errors }) => sink.next({ data, ...(errors && { errors: [...errors] }) }),
                error: (error) => sink.error(error),
                complete: () => sink.complete(),
              },
            ),
          }),
        }),
      }),
    ],
  })
  return { client, live }
}
