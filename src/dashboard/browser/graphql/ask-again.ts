import { type Exchange, makeOperation, mapExchange } from 'urql'

/** Sends queries again whose responses may be outdated. */
export interface AskAgain {
  /** Must come after the cache exchange. */
  exchange: Exchange
  /** Tells that cached fields were invalidated: responses of the queries that are under way may hold old values. */
  outdate(): void
}

/**
 * The client never sends the same query twice at the same time. If a field is invalidated while its query is under way,
 * the page would show the old value, or nothing. Such a query is sent again after its response.
 */
export function createAskAgain(): AskAgain {
  const underWay = new Set<number>()
  const outdated = new Set<number>()
  return {
    outdate() {
      for (const key of underWay) outdated.add(key)
    },
    exchange: (input) =>
      mapExchange({
        onOperation({ kind, key }) {
          if (kind === 'query') underWay.add(key)
          if (kind !== 'teardown') return
          underWay.delete(key)
          outdated.delete(key)
        },
        onResult({ operation }) {
          const { kind, key, context } = operation
          if (kind !== 'query') return
          underWay.delete(key)
          if (!outdated.delete(key)) return
          input.client.reexecuteOperation(
            makeOperation(kind, operation, { ...context, requestPolicy: 'network-only' }),
          )
        },
      })(input),
  }
}
