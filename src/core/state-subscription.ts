import type { Subscription } from './events.ts'

/** How long to wait for an event before the database is polled, in milliseconds. */
export const POLL_INTERVAL = 5_000

/** An object that passes through states, the last of which is final, as {@link subscribeToStates} needs it. */
export interface StateSource<State extends { seq: number }, Event> {
  subscribe(): Promise<Subscription<Event>>
  /** The current state; null after deletion. */
  read(): Promise<State | null>
  /** The state after an event: the same one if the event changes nothing, null if the event does not suffice and the state must be read. */
  applyEvent(state: State, event: Event): State | null
  isFinal(state: State): boolean
}

/**
 * Yields the current state, then every change, up to and including the final state; ends early after a deletion. It
 * subscribes before it reads, so that no change is missed in between; changes whose events are lost are found by polling.
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
      const seen: number = state.seq
      state = (event && source.applyEvent(state, event.value)) ?? (await source.read())
      // Deleted after the subscription began.
      if (!state) return
      if (state.seq > seen) yield state
    }
  } finally {
    signal?.removeEventListener('abort', close)
    subscription.close()
  }
}

/** The value of a promise, or undefined if it is not settled in time; the promise can be awaited again. */
export async function settledWithin<T>(milliseconds: number, promise: Promise<T>): Promise<T | undefined> {
  let timer: NodeJS.Timeout | undefined
  const silence = new Promise<undefined>((resolve) => {
    timer = setTimeout(resolve, milliseconds, undefined)
  })
  try {
    return await Promise.race([promise, silence])
  } finally {
    clearTimeout(timer)
  }
}
