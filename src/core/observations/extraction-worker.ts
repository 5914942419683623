import type { AnswerReaders } from '../provider-port/registry.ts'

/** Work that can run in a worker thread, because input and output are plain data. */
export interface ThreadTask<Input, Output> {
  /** Unique among the tasks of `process/extraction-worker-entry.ts`. */
  readonly name: string
  readonly run: (input: Input, readers: AnswerReaders) => Output
}

/** Worker thread for slow work. Runs one task at a time, each with a time and a memory limit. */
export interface ExtractionWorker {
  /** @throws {ProviderError} the task's error, or an error of kind `drift` if the task exceeds a limit */
  run<Input, Output>(task: ThreadTask<Input, Output>, input: Input): Promise<Output>
}

/** Dependencies of verbs that extract facts from answers. */
export interface ExtractionDeps {
  /** Parses answers that are too large for the event loop. */
  extractionWorker: ExtractionWorker
}
