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

/**
 * Keeps queries and mutations in order for the cache, which must come before it. The cache assumes that a query that was
 * sent during a mutation has seen the mutation, so queries wait until the mutations that are under way have ended. And the
 * cache discards a response if its fields were invalidated after the query was sent. The client does not send the query
 * again, because it is under way. So the results of mutations and subscriptions wait until these queries are answered.
 */
export function keepOrder(): Exchange {
  const queries = new Map<number, Ending>()
  const mutations = new Map<number, Ending>()
  const allEnded = (endings: ReadonlyMap<number, Ending>) =>
    Promise.all([...endings.values()].map(({ ended }) => ended))
  const noMutation = async () => {
    while (mutations.size > 0) await allEnded(mutations)
  }
  return ({ forward }) =>
    (operations) => {
      const shared = pipe(operations, share)
      const send = (operation: Operation): Source<Operation> => {
        const { kind, key } = operation
        if (kind === 'teardown') end(queries, key)
        if (kind === 'mutation') begin(mutations, key)
        if (kind !== 'query') return fromValue(operation)
        const isTeardown = (other: Operation) => other.kind === 'teardown' && other.key === key
        const ready =
          mutations.size === 0
            ? fromValue(operation)
            : pipe(
                fromPromise(noMutation()),
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
  if (ending.operations > 0) return
  endings.delete(key)
  ending.end()
}
