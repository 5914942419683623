/**
 * Makes a function that combines concurrent calls into batches, so that they share one round trip to the database. Calls that
 * arrive while a batch is processed form the next batch; a single call is not delayed. A batch that fails rejects each of its
 * calls.
 * @param flush processes a batch of at most `largest` inputs and returns their outputs in the same order
 * @param options.weigh what an input counts, by default nothing; a batch of several inputs weighs at most `heaviest`
 */
export function batchCalls<Input, Output>(
  flush: (inputs: Input[]) => Promise<Output[]>,
  {
    largest = 200,
    weigh = () => 0,
    heaviest = Number.POSITIVE_INFINITY,
  }: { largest?: number; weigh?: (input: Input) => number; heaviest?: number } = {},
): (input: Input) => Promise<Output> {
  type PendingCall = { input: Input; resolve: (output: Output) => void; reject: (reason: unknown) => void }
  let waiting: PendingCall[] = []
  let busy = false

  function sizeOfNextBatch(): number {
    let weight = 0
    const end = waiting.slice(0, largest).findIndex(({ input }, index) => {
      weight += weigh(input)
      return index > 0 && weight > heaviest
    })
    return end < 0 ? largest : end
  }

  async function run(): Promise<void> {
    busy = true
    while (waiting.length > 0) {
      const size = sizeOfNextBatch()
      const group = waiting.slice(0, size)
      waiting = waiting.slice(size)
      try {
        const outputs = await flush(group.map(({ input }) => input))
        for (const [index, { resolve }] of group.entries()) resolve(outputs[index] as Output)
      } catch (error) {
        for (const { reject } of group) reject(error)
      }
    }
    busy = false
  }

  return (input) =>
    new Promise((resolve, reject) => {
      waiting.push({ input, resolve, reject })
      // On the next turn of the event loop: all calls of this turn share a batch.
      if (!busy) {
        busy = true
        setImmediate(run)
      }
    })
}
