/** Maximum number of inputs in a batch. */
const MAX_BATCH_SIZE = 200

/**
 * Returns a function that combines concurrent calls into batches, so that they share one round trip to the database.
 * Calls that arrive while a batch is processed form the next batch; a single call is not delayed. If a batch fails, all
 * of its calls reject.
 * @param flush processes a batch of inputs and returns their outputs in the same order
 * @param options.weigh returns the weight of an input, by default 0
 * @param options.maxWeight maximum weight of a batch with several inputs
 */
export function batchCalls<Input, Output>(
  flush: (inputs: Input[]) => Promise<Output[]>,
  {
    weigh = () => 0,
    maxWeight = Number.POSITIVE_INFINITY,
  }: { weigh?: (input: Input) => number; maxWeight?: number } = {},
): (input: Input) => Promise<Output> {
  type PendingCall = { input: Input; resolve: (output: Output) => void; reject: (reason: unknown) => void }
  let waiting: PendingCall[] = []
  let busy = false

  function sizeOfNextBatch(): number {
    let weight = 0
    const end = waiting.slice(0, MAX_BATCH_SIZE).findIndex(({ input }, index) => {
      weight += weigh(input)
      return index > 0 && weight > maxWeight
    })
    return end < 0 ? MAX_BATCH_SIZE : end
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
      // Wait for the next turn of the event loop, so that all calls of this turn share a batch.
      if (!busy) {
        busy = true
        setImmediate(run)
      }
    })
}
