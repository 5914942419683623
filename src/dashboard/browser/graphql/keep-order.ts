import type { Exchange, Operation, OperationResult } from 'urql'
import { filter, makeSubject, merge, pipe, tap } from 'wonka'

/** Maximum time that a query holds up the results of mutations and subscriptions, in milliseconds. */
const MAX_WAIT = 5_000

/**
 * Passes the results of mutations and subscriptions to the cache when no query is under way. It comes after the cache
 * exchange. The cache discards the response of a query whose fields were invalidated after the query was sent. The client
 * does not send the query again, because it is under way, so its page would stay empty or outdated.
 */
export function keepOrder(): Exchange {
  const queries = new Map<number, { sent: number; limit: ReturnType<typeof setTimeout> }>()
  const waiting: OperationResult[] = []
  const { source, next } = makeSubject<OperationResult>()
  const release = () => {
    while (queries.size === 0) {
      const result = waiting.shift()
      if (!result) return
      next(result)
    }
  }
  const forget = (key: number) => {
    clearTimeout(queries.get(key)?.limit)
    queries.delete(key)
    release()
  }
  const send = ({ kind, key }: Operation) => {
    if (kind === 'teardown') forget(key)
    if (kind !== 'query') return
    const query = queries.get(key)
    if (query) query.sent += 1
    else queries.set(key, { sent: 1, limit: setTimeout(() => forget(key), MAX_WAIT) })
  }
  const receive = (result: OperationResult) => {
    const { kind, key } = result.operation
    if (kind !== 'query') {
      waiting.push(result)
      release()
      return
    }
    next(result)
    const query = queries.get(key)
    if (!query) return
    query.sent -= 1
    if (query.sent === 0) forget(key)
  }
  return ({ forward }) =>
    (operations) =>
      merge([
        source,
        pipe(
          forward(pipe(operations, tap(send))),
          tap(receive),
          filter(() => false),
        ),
      ])
}
