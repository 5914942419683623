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
import { createLive, type Live } from './live.ts'
import { problemsOf } from './problem.ts'
import { createReadAhead } from './read-ahead.ts'

/** What the pages of one organization read and write with. */
export interface Connection {
  client: Client
  live: Live
  /** Begins to read what a page is about to ask for. */
  readAhead<Data, Variables extends AnyVariables>(
    query: TypedDocumentNode<Data, Variables>,
    variables: Variables,
  ): void
}

/**
 * Connects to the graph as the signed-in member of an organization. Each organization has a cache of its own.
 * @param onSignedOut is called when the session has ended
 * @param onRemoved is called when the user does not belong to the organization, or not any more
 * @param onRightsChanged is called when the member may do less than the page knew
 */
export function connect({
  organizationId,
  onSignedOut,
  onRemoved,
  onRightsChanged,
}: {
  /** Null: the first of the member's organizations. */
  organizationId: string | null
  onSignedOut: () => void
  onRemoved: () => void
  onRightsChanged: () => void
}): Connection {
  const live = createLive(organizationId)
  const ahead = createReadAhead()
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
            // The whole request is refused to who is no member, a field of it to a member without the right.
            const isField = error.graphQLErrors.some(({ path }) => path !== undefined)
            if (isField) onRightsChanged()
            else onRemoved()
          }
        },
      }),
      ahead.exchange,
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
  return { client, live, readAhead: (query, variables) => ahead.read(client, query, variables) }
}
