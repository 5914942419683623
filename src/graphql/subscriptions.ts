/** A state that a subscription yields, with what is needed to order states and to share one execution among subscribers. */
export interface SubscriptionState {
  /** Grows with every change of the subject; null for a state that is followed by no other. */
  seq: number | null
  /** Identifies what the state describes, in subscriptions that report on several things. */
  subject?: string
  /** Set in the final state. */
  finishedAt?: Date | null
}

/** The states of a subscription. `current` gives subscribers that join later their first state. */
export interface SubscriptionStates<State> extends AsyncIterableIterator<State> {
  /**
   * Reads the state as it is now; undefined when there is none any more.
   * @throws what subscribing throws
   */
  current(): Promise<State | undefined>
}

/**
 * The states that the generator of `subscribe` yields. Its `return` releases the source at once, by the signal: the `return`
 * of a generator that waits for a change takes effect only when the change comes.
 */
export async function subscriptionStates<State extends SubscriptionState>(
  subscribe: (signal: AbortSignal) => Promise<AsyncGenerator<State>>,
): Promise<SubscriptionStates<State>> {
  const abort = new AbortController()
  const states = await subscribe(abort.signal)
  const iterator: SubscriptionStates<State> = {
    [Symbol.asyncIterator]: () => iterator,
    next: () => states.next(),
    return: async () => {
      abort.abort()
      return states.return(undefined)
    },
    current: () => firstOf(subscribe),
  }
  return iterator
}

async function firstOf<State>(
  subscribe: (signal: AbortSignal) => Promise<AsyncGenerator<State>>,
): Promise<State | undefined> {
  const abort = new AbortController()
  const states = await subscribe(abort.signal)
  try {
    const { value, done } = await states.next()
    return done ? undefined : value
  } finally {
    abort.abort()
    await states.return(undefined)
  }
}
