import type { Subscription } from './events.ts'

/** How long to trust the silence of the event bus before looking into the database again, in milliseconds. */
export const LOOK_AGAIN = 5_000

/** Something that goes from state to state, and ends. */
export interface Watched<State extends { seq: number }, Event> {
  listen(): Promise<Subscription<Event>>
  /** The state of this moment; null once it is gone. */
  read(): Promise<State | null>
  /** The state after an event, as far as the event tells it: the same for no news, null where it must be read. */
  after(state: State, event: Event): State | null
  isFinal(state: State): boolean
}

/**
 * The states of something: the one it is in, then every change, and after the final state the end; also the end once it is
 * gone. It listens before it reads, so that nothing falls between the two; what the bus loses is found by looking again.
 * Whoever stops iterating frees what it holds; the signal ends it while it waits for a change.
 */
export async function* watchStates<State extends { seq: number }, Event>(
  watched: Watched<State, Event>,
  signal?: AbortSignal,
): AsyncGenerator<State> {
  const subscription = await watched.listen()
  const close = () => subscription.close()
  signal?.addEventListener('abort', close)
  try {
    if (signal?.aborted) return
    let state = await watched.read()
    if (!state) return
    yield state
    const events = subscription[Symbol.asyncIterator]()
    let next = events.next()
    while (!watched.isFinal(state)) {
      const event = await within(LOOK_AGAIN, next)
      if (event?.done) return
      if (event) next = events.next()
      const seen: number = state.seq
      state = (event && watched.after(state, event.value)) ?? (await watched.read())
      // Deleted while being watched.
      if (!state) return
      if (state.seq > seen) yield state
    }
  } finally {
    signal?.removeEventListener('abort', close)
    subscription.close()
  }
}

/** What the promise gives within some milliseconds, else undefined; the promise stays good for another wait. */
export async function within<T>(milliseconds: number, promise: Promise<T>): Promise<T | undefined> {
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
