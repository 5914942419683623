import type { Exchange, Operation, OperationResult } from 'urql'
import {
  filter,
  fromPromise,
  fromValue,
  map,
  mergeMap,
  pipe,
  type Source,
  share,
  takeUntil,
  tap,
} from 'wonka'

/** Maximum time that a query or a result waits, in milliseconds. A slow query does not hold up a mutation for longer. */
const MAX_WAIT = 5_000

/**
 * Keeps queries and mutations in order for the cache. It comes after the cache exchange. The cache assumes that a query
 * that was sent during a mutation has seen the mutation, so queries wait until the mutations that are under way have ended.
 * And the cache discards a response if its fields were invalidated after the query was sent. The client does not send the
 * query again, because it is under way. So the results of mutations and subscriptions wait until these queries are
 * answered.
 */
export function keepOrder(): Exchange {
  const queries = new Map<number, Ending>()
  const mutations = new Map<number, Ending>()
  return ({ forward }) =>
    (operations) => {
      const shared = pipe(operations, share)
      const send = (operation: Operation): Source<Operation> => {
        const { kind, key } = operation
        if (kind === 'teardown') endAll(queries, key)
        if (kind === 'mutation') begin(mutations, key)
        if (kind !== 'query') return fromValue(operation)
        const isTeardown = (other: Operation) => other.kind === 'teardown' && other.key === key
        const ready =
          mutations.size === 0
            ? fromValue(operation)
            : pipe(
                fromPromise(allEnded(mutations)),
                map(() => operation),
                takeUntil(pipe(shared, filter(isTeardown))),
              )
        return pipe(
          ready,
          tap(() => begin(queries, key)),
        )
      }
      const receive = (result: OperationResult): Source<OperationResult> => {
        const { kind, key } = result.operation
        if (kind === 'query') {
          end(queries, key)
          return fromValue(result)
        }
        const released = () => {
          if (kind === 'mutation') end(mutations, key)
          return result
        }
        return queries.size === 0 ? fromValue(released()) : fromPromise(allEnded(queries).then(released))
      }
      return pipe(forward(pipe(shared, mergeMap(send))), mergeMap(receive))
    }
}

/** Operations with the same key that are under way. */
interface Ending {
  operations: number
  ended: Promise<void>
  end(): void
}

/** Resolves when all operations that are under way now have ended, and at the latest after {@link MAX_WAIT}. */
function allEnded(endings: ReadonlyMap<number, Ending>): Promise<unknown> {
  const limit = new Promise((resolve) => setTimeout(resolve, MAX_WAIT))
  return Promise.race([Promise.all([...endings.values()].map(({ ended }) => ended)), limit])
}

function begin(endings: Map<number, Ending>, key: number): void {
  let end = () => {}
  const ended = new Promise<void>((resolve) => {
    end = resolve
  })
  const ending = endings.get(key) ?? { operations: 0, ended, end }
  ending.operations += 1
  endings.set(key, ending)
}

function end(endings: Map<number, Ending>, key: number): void {
  const ending = endings.get(key)
  if (!ending) return
  ending.operations -= 1
  if (ending.operations === 0) endAll(endings, key)
}

function endAll(endings: Map<number, Ending>, key: number): void {
  endings.get(key)?.end()
  endings.delete(key)
}
