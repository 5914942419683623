/** A state that a subscription yields, as far as subscribers who share it must know. */
export interface LiveState {
  /** Grows with every change of its subject; null for what has no successor. */
  seq: number | null
  /** What it is a state of, where one subscription tells of several things. */
  subject?: string
  /** Set in the state that nothing follows. */
  finishedAt?: Date | null
}

/** The states of a subscription, and where newcomers begin. */
export interface LiveStates<State> extends AsyncIterableIterator<State> {
  /**
   * The state of this moment; undefined when there is none any more.
   * @throws what watching throws
   */
  current(): Promise<State | undefined>
}

/**
 * The states that `watch` yields. Unlike a bare generator it lets go at once when nobody listens any more while nothing
 * happens: a generator that waits would not hear of it. Whether the listeners' keys are still good is looked at beside it
 * (live/audience.ts): the states are shared by all who may see the same.
 */
export async function follow<State extends LiveState>(
  watch: (signal: AbortSignal) => Promise<AsyncGenerator<State>>,
): Promise<LiveStates<State>> {
  const gone = new AbortController()
  const states = await watch(gone.signal)
  const iterator: LiveStates<State> = {
    [Symbol.asyncIterator]: () => iterator,
    next: () => states.next(),
    return: async () => {
      gone.abort()
      return states.return(undefined)
    },
    current: () => firstOf(watch),
  }
  return iterator
}

async function firstOf<State>(
  watch: (signal: AbortSignal) => Promise<AsyncGenerator<State>>,
): Promise<State | undefined> {
  const gone = new AbortController()
  const states = await watch(gone.signal)
  try {
    const { value, done } = await states.next()
    return done ? undefined : value
  } finally {
    gone.abort()
    await states.return(undefined)
  }
}
