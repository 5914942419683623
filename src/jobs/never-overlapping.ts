/**
 * Returns a function that runs `work`, or requests one more run after the current one. Several requests in the meantime
 * result in one run, with their inputs merged.
 * @param work must not reject
 */
export function neverOverlapping<Input extends object>(
  work: (input: Input) => Promise<void>,
): (input: Input) => void {
  let requested: Input | null = null
  let isRunning = false
  return (input) => {
    requested = requested ? { ...requested, ...input } : input
    if (!isRunning) void runAll()
  }

  async function runAll(): Promise<void> {
    isRunning = true
    while (requested) {
      const input = requested
      requested = null
      await work(input)
    }
    isRunning = false
  }
}
