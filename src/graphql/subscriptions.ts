import type { GraphqlContext } from './context.ts'

/**
 * The states that `watch` yields, for the caller as long as its key is good. Unlike a bare generator it lets go at once
 * when the client goes away while nothing happens: a generator that waits would not hear of it.
 */
export async function follow<State>(
  { reauthenticate }: GraphqlContext,
  watch: (signal: AbortSignal) => Promise<AsyncGenerator<State>>,
): Promise<AsyncIterableIterator<State>> {
  const gone = new AbortController()
  const states = await watch(gone.signal)
  const release = async (): Promise<IteratorResult<State>> => {
    gone.abort()
    return states.return(undefined)
  }
  const iterator: AsyncIterableIterator<State> = {
    [Symbol.asyncIterator]: () => iterator,
    async next() {
      const result = await states.next()
      if (result.done) return result
      try {
        await reauthenticate()
      } catch (error) {
        await release()
        throw error
      }
      return result
    },
    return: release,
  }
  return iterator
}
