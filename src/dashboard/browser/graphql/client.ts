import {
  type AnyVariables,
  Client,
  type CombinedError,
  fetchExchange,
  mapExchange,
  subscriptionExchange,
  type TypedDocumentNode,
} from 'urql'
import { createCache } from './cache.ts'
import { keepOrder } from './keep-order.ts'
import { createLive, type Live } from './live.ts'
import { createPrefetch } from './prefetch.ts'
import { problemsOf } from './problem.ts'

/** GraphQL access for the pages of one organization. */
export interface Connection {
  client: Client
  live: Live
  /** Starts a query that a page is about to run. */
  prefetch<Data, Variables extends AnyVariables>(
    query: TypedDocumentNode<Data, Variables>,
    variables: Variables,
  ): void
}

/**
 * Connects to the GraphQL API as the signed-in member of an organization. Each organization has a separate cache.
 * @param onSignedOut called when the session has ended
 * @param onRemoved called when the user is not, or no longer, a member of the organization
 * @param onRightsChanged called when the member has fewer rights than the page assumed
 */
export function connect({
  organizationId,
  onSignedOut,
  onRemoved,
  onRightsChanged,
}: {
  /** Null selects the member's first organization. */
  organizationId: string | null
  onSignedOut: () => void
  onRemoved: () => void
  onRightsChanged: () => void
}): Connection {
  const live = createLive(organizationId)
  const ahead = createPrefetch()
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
          const codes = problemsOf(error).map(({ code }) => code)
          if (codes.includes('UNAUTHORIZED')) onSignedOut()
          else if (codes.includes('FORBIDDEN')) {
            // A non-member's whole request is rejected. A member without the right only gets an error for the field.
            const isField = error.graphQLErrors.some(({ path }) => path !== undefined)
            if (isField) onRightsChanged()
            else onRemoved()
          }
        },
      }),
      ahead.exchange,
      createCache(),
      keepOrder(),
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
  return { client, live, prefetch: (query, variables) => ahead.read(client, query, variables) }
}
