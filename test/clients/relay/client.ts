import {
  type ConcreteRequest,
  commitMutation,
  createOperationDescriptor,
  Environment,
  fetchQuery,
  type GraphQLTaggedNode,
  getPaginationMetadata,
  getPaginationVariables,
  getSingularSelector,
  getValueAtPath,
  Network,
  Observable,
  type ReaderFragment,
  RecordSource,
  Store,
  type Variables,
} from 'relay-runtime'
import type { socketClient } from '../../api/graphql-client.ts'
import type { World } from '../../world.ts'

/** Creates a Relay client that uses HTTP for queries and mutations, and a WebSocket for subscriptions. */
export function createEnvironment(
  { url }: World,
  key: string,
  sockets: ReturnType<typeof socketClient>,
): Environment {
  const network = Network.create(
    async ({ text }, variables) => {
      const response = await fetch(`${url}/graphql`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', authorization: `Bearer ${key}` },
        body: JSON.stringify({ query: text, variables }),
      })
      return response.json()
    },
    ({ text }, variables) =>
      Observable.create((sink) => sockets.subscribe({ query: text ?? '', variables }, sink as never)),
  )
  return new Environment({ network, store: new Store(new RecordSource()) })
}

/** Reads the data of a fragment from the store. */
export function read<Data>(environment: Environment, fragment: ReaderFragment, spread: unknown): Data {
  return environment.lookup(getSingularSelector(fragment, spread)).data as Data
}

/**
 * Fetches all pages of a fragment's connection with its refetch query, like `usePaginationFragment`. Returns the number
 * of fetched pages.
 */
export async function fetchToEnd(
  environment: Environment,
  fragment: ReaderFragment,
  spread: unknown,
): Promise<number> {
  const metadata = getPaginationMetadata(fragment, 'test')
  const { owner, variables } = getSingularSelector(fragment, spread)
  for (let pages = 0; ; pages += 1) {
    const shown = read<{ id: string }>(environment, fragment, spread)
    const { pageInfo } = getValueAtPath(shown, metadata.connectionPathInFragmentData)
    if (!pageInfo.hasNextPage) return pages
    const next = getPaginationVariables(
      'forward',
      3,
      pageInfo.endCursor,
      { ...owner.variables, ...variables },
      {},
      metadata.paginationMetadata,
    )
    await fetchQuery(environment, metadata.paginationRequest, { ...next, id: shown.id }).toPromise()
  }
}

/** Fetches a query, retains its data in the store, and returns the data. */
export async function fetchAndKeep<Data>(
  environment: Environment,
  query: ConcreteRequest,
  variables: Variables = {},
): Promise<Data> {
  environment.retain(createOperationDescriptor(query, variables))
  return (await fetchQuery(environment, query, variables).toPromise()) as Data
}

/** Runs a mutation and returns its data. */
export function mutate<Data>(
  environment: Environment,
  mutation: GraphQLTaggedNode,
  variables: Variables,
): Promise<Data> {
  return new Promise((resolve, reject) => {
    commitMutation(environment, {
      mutation,
      variables,
      onCompleted: (data, errors) => (errors ? reject(errors) : resolve(data as Data)),
      onError: reject,
    })
  })
}
