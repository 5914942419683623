/**
 * Joins calls that come at about the same time into one: while a group is under way the next one gathers, so that an
 * idle system waits for nothing and a busy one pays one round trip for many. A failed group fails each of its calls.
 */
export function grouped<Input, Output>(
  flush: (inputs: Input[]) => Promise<Output[]>,
  { largest = 200 } = {},
): (input: Input) => Promise<Output> {
  type Waiting = { input: Input; resolve: (output: Output) => void; reject: (reason: unknown) => void }
  let waiting: Waiting[] = []
  let busy = false

  async function run(): Promise<void> {
    busy = true
    while (waiting.length > 0) {
      const group = waiting.slice(0, largest)
      waiting = waiting.slice(largest)
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
      // One turn later: calls of the same turn go together.
      if (!busy) {
        busy = true
        setImmediate(run)
      }
    })
}
