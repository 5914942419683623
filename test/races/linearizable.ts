/**
 * An operation that a client observed from outside. Times are of one clock, in milliseconds. If `end` is infinite, the operation
 * may have taken effect or not.
 */
export interface Observed<Operation, Outcome> {
  start: number
  end: number
  operation: Operation
  outcome: Outcome
}

/** What a correct service does when it executes one operation after the other. */
export interface Model<State, Operation, Outcome> {
  initial: State
  /** Returns the state after an operation with this outcome, or null if the outcome is impossible in this state. */
  step(state: State, operation: Operation, outcome: Outcome): State | null
  /** Identifies a state. */
  key(state: State): string
}

/**
 * Returns whether there is an order of the operations that explains all outcomes: each operation takes effect at one moment
 * between its start and its end. Searches as Wing and Gong (J. Parallel Distrib. Comput. 17, 1993) with the memory of visited
 * states by Lowe (Concurr. Comput. Pract. Exp. 29, 2017).
 */
export function isLinearizable<State, Operation, Outcome>(
  history: readonly Observed<Operation, Outcome>[],
  { initial, step, key }: Model<State, Operation, Outcome>,
): boolean {
  const operations = history.toSorted((a, b) => a.start - b.start)
  const visited = new Set<string>()
  const lastEnded = operations.findLastIndex(({ end }) => Number.isFinite(end))
  interface Place {
    /** Operations before this index are all in the order. */
    from: number
    /** Further operations in the order. */
    done: readonly number[]
    state: State
  }
  // A stack of its own, because the search is as deep as the history is long.
  const places: Place[] = [{ from: 0, done: [], state: initial }]
  for (let place = places.pop(); place; place = places.pop()) {
    const { from, done, state } = place
    if (isComplete(operations, { from, done, lastEnded })) return true
    const open: number[] = []
    let firstEnd = Number.POSITIVE_INFINITY
    for (let index = from; index < operations.length; index += 1) {
      const operation = operations[index]
      if (!operation || operation.start > firstEnd) break
      if (done.includes(index)) continue
      open.push(index)
      firstEnd = Math.min(firstEnd, operation.end)
    }
    for (const index of open.toReversed()) {
      const operation = operations[index]
      // One that starts after another has ended cannot come before it.
      if (!operation || operation.start > firstEnd) continue
      const after = step(state, operation.operation, operation.outcome)
      if (after === null) continue
      const next = advance(
        from,
        [...done, index].toSorted((a, b) => a - b),
      )
      const id = `${next.from} ${next.done.join()} ${key(after)}`
      if (visited.has(id)) continue
      visited.add(id)
      places.push({ ...next, state: after })
    }
  }
  return false
}

/**
 * Returns null for a linearizable history, otherwise the end of its shortest part that is not: the last operations up to the
 * first response that no order explains. Operations that are in progress at that time have no end.
 */
export function findContradiction<State, Operation, Outcome>(
  history: readonly Observed<Operation, Outcome>[],
  model: Model<State, Operation, Outcome>,
): Observed<Operation, Outcome>[] | null {
  if (isLinearizable(history, model)) return null
  const ends = history.map(({ end }) => end).toSorted((a, b) => a - b)
  const until = (count: number) => {
    const last = ends[count - 1] ?? 0
    return history
      .filter(({ start }) => start <= last)
      .map((observed) => (observed.end > last ? { ...observed, end: Number.POSITIVE_INFINITY } : observed))
  }
  // Once a part has no explanation, all longer ones have none either, so bisection finds the shortest one.
  let [explained, unexplained] = [0, ends.length]
  while (unexplained - explained > 1) {
    const middle = (explained + unexplained) >> 1
    if (isLinearizable(until(middle), model)) explained = middle
    else unexplained = middle
  }
  return until(unexplained)
    .toSorted((a, b) => a.start - b.start)
    .slice(-MAX_SHOWN)
}

/** Operations of a contradiction that are shown. */
const MAX_SHOWN = 20

/** Returns whether all operations that have ended are in the order. */
function isComplete(
  operations: readonly { end: number }[],
  { from, done, lastEnded }: { from: number; done: readonly number[]; lastEnded: number },
): boolean {
  for (let index = from; index <= lastEnded; index += 1)
    if (operations[index]?.end !== Number.POSITIVE_INFINITY && !done.includes(index)) return false
  return true
}

/** Moves the start over all operations that are in the order. */
function advance(from: number, done: readonly number[]): { from: number; done: number[] } {
  let next = from
  while (done.includes(next)) next += 1
  return { from: next, done: done.filter((index) => index >= next) }
}
