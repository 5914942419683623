/** A state that a subscription yields. The fields order states and let subscribers share one execution. */
export interface SubscriptionState {
  /** Increases with every change of the subject; null for a state that is not followed by another. */
  seq: number | null
  /** Identifies what the state describes, in subscriptions that report on several objects. */
  subject?: string
  /** Set in the final state. */
  finishedAt?: Date | null
}

/** States of a subscription. `current` provides the first state for subscribers that join later. */
export interface SubscriptionStates<State> extends AsyncIterableIterator<State> {
  /**
   * Reads the current state; undefined if the subject no longer exists.
   * @throws the errors of subscribing
   */
  current(): Promise<State | undefined>
}

/**
 * Returns the states from the generator of `subscribe`. Its `return` releases the source immediately by aborting the
 * signal, because `return` of a waiting generator only takes effect at the next change.
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
