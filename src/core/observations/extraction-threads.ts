import type { AnswerReaders } from '../provider-port/registry.ts'

/** Work that can run in a worker thread, because input and output are plain data. */
export interface ThreadTask<Input, Output> {
  /** Unique among the tasks of `process/extraction-threads-entry.ts`. */
  readonly name: string
  readonly run: (input: Input, readers: AnswerReaders) => Output
}

/** Worker threads for extraction. Each runs one task at a time, with a time and a memory limit. */
export interface ExtractionThreads {
  /** Maximum number of threads. */
  readonly size: number
  /** Whether a thread is running. Otherwise the next task waits until one has started (about 0.3 s). */
  isStarted(): boolean
  /** @throws {ProviderError} the task's error, or an error of kind `drift` if the task exceeds a limit */
  run<Input, Output>(task: ThreadTask<Input, Output>, input: Input): Promise<Output>
}

/** Dependencies of verbs that extract facts from answers. */
export interface ExtractionDeps {
  /** Extract large answers, and many answers at the same time, without blocking the event loop. */
  extractionThreads: ExtractionThreads
}
