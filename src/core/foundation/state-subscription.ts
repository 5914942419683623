import type { Subscription } from './events.ts'

/** Milliseconds to wait for an event before polling the database. */
export const POLL_INTERVAL = 5_000

/** Source for {@link subscribeToStates}: an object with changing states that reaches a final state. */
export interface StateSource<State extends { seq: number }, Event> {
  subscribe(): Promise<Subscription<Event>>
  /** Returns the current state; null after deletion. */
  read(): Promise<State | null>
  /**
   * Returns the state after an event: the same state if the event is not new, or null if the event has too little data
   * and the state must be read.
   */
  applyEvent(state: State, event: Event): State | null
  isFinal(state: State): boolean
}

/**
 * Yields the current state and then every change, up to and including the final state. Ends early after a deletion. It
 * subscribes before the first read, so that no change is missed in between. Polling catches changes with lost events.
 * Ending the iteration closes the subscription; the signal also ends an iteration that waits for a change.
 */
export async function* subscribeToStates<State extends { seq: number }, Event>(
  source: StateSource<State, Event>,
  signal?: AbortSignal,
): AsyncGenerator<State> {
  const subscription = await source.subscribe()
  const close = () => subscription.close()
  signal?.addEventListener('abort', close)
  try {
    if (signal?.aborted) return
    let state = await source.read()
    if (!state) return
    yield state
    const events = subscription[Symbol.asyncIterator]()
    let next = events.next()
    while (!source.isFinal(state)) {
      const event = await settledWithin(POLL_INTERVAL, next)
      if (event?.done) return
      if (event) next = events.next()
      const lastSeq: number = state.seq
      state = (event && source.applyEvent(state, event.value)) ?? (await source.read())
      // The object was deleted in the meantime.
      if (!state) return
      if (state.seq > lastSeq) yield state
    }
  } finally {
    signal?.removeEventListener('abort', close)
    subscription.close()
  }
}

/** Returns the value of a promise, or undefined if it does not settle in time. The promise can be awaited again. */
export async function settledWithin<T>(milliseconds: number, promise: Promise<T>): Promise<T | undefined> {
  let timer: NodeJS.Timeout | undefined
  const timeout = new Promise<undefined>((resolve) => {
    timer = setTimeout(resolve, milliseconds, undefined)
  })
  try {
    return await Promise.race([promise, timeout])
  } finally {
    clearTimeout(timer)
  }
}
