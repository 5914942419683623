import { bulkhead } from 'cockatiel'
import type { Tinypool } from 'tinypool'

/** A thread that runs one task at a time; the others wait in their order. */
export interface Thread {
  /**
   * Calls the function `run` that the file exports. Input and output are copied (the structured clone algorithm).
   * @throws {ThreadLimitError} when it takes longer, or needs more memory, than allowed; the thread is then replaced
   * @throws {Error} that the function throws, of which only name, message and stack arrive, or why there is no thread
   */
  run(input: unknown): Promise<unknown>
  /** Ends the thread; a task that still runs is rejected. */
  close(): Promise<void>
}

/** A task was ended because of a limit. */
export class ThreadLimitError extends Error {
  override readonly name = 'ThreadLimitError'
  readonly limit: 'time' | 'memory'

  constructor(limit: 'time' | 'memory', cause: unknown) {
    super(`a task was ended because of its limit of ${limit}`, { cause })
    this.limit = limit
  }
}

/** What a {@link Thread} runs, and its limits. */
export interface ThreadOptions {
  /** The path of a JavaScript module. */
  file: string
  /** Longest time of one task in milliseconds, the start of the thread included. */
  time: number
  /** Largest heap in megabytes. */
  memory: number
}

/** How long a thread without a task is kept, in milliseconds: its modules take some fifty megabytes. */
const IDLE_TIME = 60_000

/** Prepares a thread, by tinypool; it is started with the first task. */
export function openThread({ file, time, memory }: ThreadOptions): Thread {
  // Tasks that wait in the pool itself would be lost with a thread that runs out of memory, and their time would be running.
  const oneAtATime = bulkhead(1, Number.POSITIVE_INFINITY)
  let pool: Promise<Tinypool> | null = null
  const open = async () => {
    const { Tinypool } = await import('tinypool')
    return new Tinypool({
      filename: file,
      name: 'run',
      minThreads: 0,
      maxThreads: 1,
      idleTimeout: IDLE_TIME,
      resourceLimits: { maxOldGenerationSizeMb: memory },
      // Nothing of the process that the task has no use for.
      env: {},
      execArgv: [],
    })
  }
  return {
    run: (input) =>
      oneAtATime.execute(async () => {
        pool ??= open()
        const opened = await pool
        return opened.run(input, { signal: AbortSignal.timeout(time) }).catch((error: unknown) => {
          throw limitIn(error) ?? error
        })
      }),
    async close() {
      await (await pool)?.destroy()
    },
  }
}

/** @see https://nodejs.org/api/errors.html#err_worker_out_of_memory */
function limitIn(error: unknown): ThreadLimitError | null {
  if (!(error instanceof Error)) return null
  if (error.name === 'AbortError') return new ThreadLimitError('time', error)
  return 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY'
    ? new ThreadLimitError('memory', error)
    : null
}
