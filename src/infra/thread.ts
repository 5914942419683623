import { bulkhead } from 'cockatiel'
import type { Tinypool } from 'tinypool'

/** A worker thread that runs one task at a time, in order. */
export interface Thread {
  /**
   * Calls the exported function `run` of the file. Input and output are copied with the structured clone algorithm.
   * @throws {ThreadLimitError} if the task exceeds a limit, after which the thread is replaced
   * @throws {Error} if the function throws (only name, message and stack are copied), or if the thread cannot be started
   */
  run(input: unknown): Promise<unknown>
  /** Ends the thread. A running task rejects. */
  close(): Promise<void>
}

/** A task exceeded its time or memory limit. */
export class ThreadLimitError extends Error {
  override readonly name = 'ThreadLimitError'
  readonly limit: 'time' | 'memory'

  constructor(limit: 'time' | 'memory', cause: unknown) {
    super(`a task exceeded its ${limit} limit`, { cause })
    this.limit = limit
  }
}

/** Program of a {@link Thread} and its limits. */
export interface ThreadOptions {
  /** Path of a JavaScript module. */
  file: string
  /** Time limit of a task in milliseconds, including the start of the thread. */
  time: number
  /** Memory limit of the heap in megabytes. */
  memory: number
}

/** Milliseconds after which an idle thread is ended, because its modules take about 50 MB. */
const IDLE_TIMEOUT = 60_000

/** Prepares a thread with tinypool. The first task starts it. */
export function openThread({ file, time, memory }: ThreadOptions): Thread {
  // Waiting tasks stay out of the pool, where a thread without memory would lose them and their time would already be running.
  const oneAtATime = bulkhead(1, Number.POSITIVE_INFINITY)
  let pool: Promise<Tinypool> | null = null
  const open = async () => {
    const { Tinypool } = await import('tinypool')
    return new Tinypool({
      filename: file,
      name: 'run',
      minThreads: 0,
      maxThreads: 1,
      idleTimeout: IDLE_TIMEOUT,
      resourceLimits: { maxOldGenerationSizeMb: memory },
      // The task needs neither the environment nor the flags of the process.
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
          throw toLimitError(error) ?? error
        })
      }),
    async close() {
      await (await pool)?.destroy()
    },
  }
}

/** @see https://nodejs.org/api/errors.html#err_worker_out_of_memory */
function toLimitError(error: unknown): ThreadLimitError | null {
  if (!(error instanceof Error)) return null
  if (error.name === 'AbortError') return new ThreadLimitError('time', error)
  return 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY'
    ? new ThreadLimitError('memory', error)
    : null
}
