import { bulkhead } from 'cockatiel'
import type { Tinypool } from 'tinypool'

/** Worker threads. Each runs one task at a time. Tasks start in order. */
export interface ThreadPool {
  /** Maximum number of threads. */
  readonly size: number
  /** Whether a thread is running or starting. */
  isStarted(): boolean
  /**
   * Calls the exported function `run` of the file. Input and output are copied with the structured clone algorithm.
   * @throws {ThreadLimitError} if the task exceeds a limit, after which the thread is replaced
   * @throws {Error} if the function throws (only name, message and stack are copied), or if the thread cannot be started
   */
  run(input: unknown): Promise<unknown>
  /** Ends the threads. Running tasks reject. */
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

/** Program of a {@link ThreadPool} and its limits. */
export interface ThreadOptions {
  /** Path of a JavaScript module. */
  file: string
  /** Maximum number of threads. */
  size: number
  /** Time limit of a task in milliseconds, including the start of the thread. */
  time: number
  /** Memory limit of the heap of a thread in megabytes. */
  memory: number
}

/** Milliseconds after which an idle thread is ended, because its modules take about 50 MB. */
const IDLE_TIMEOUT = 60_000

/** Prepares threads with tinypool. The first tasks start them. */
export function openThreads({ file, size, time, memory }: ThreadOptions): ThreadPool {
  // Waiting tasks stay out of the pool, where a thread without memory would lose them and their time would already be running.
  const oneEach = bulkhead(size, Number.POSITIVE_INFINITY)
  let opening: Promise<Tinypool> | null = null
  let pool: Tinypool | null = null
  const open = async () => {
    const { Tinypool } = await import('tinypool')
    return new Tinypool({
      filename: file,
      name: 'run',
      minThreads: 0,
      maxThreads: size,
      idleTimeout: IDLE_TIMEOUT,
      resourceLimits: { maxOldGenerationSizeMb: memory },
      // The task needs neither the environment nor the flags of the process.
      env: {},
      execArgv: [],
    })
  }
  return {
    size,
    isStarted: () => pool !== null && pool.threads.length > 0,
    run: (input) =>
      oneEach.execute(async () => {
        opening ??= open()
        pool = await opening
        return pool.run(input, { signal: AbortSignal.timeout(time) }).catch((error: unknown) => {
          throw toLimitError(error) ?? error
        })
      }),
    async close() {
      await (await opening)?.destroy()
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
