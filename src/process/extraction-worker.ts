import { join } from 'node:path'
import type { ExtractionWorker } from '../core/observations/extraction-worker.ts'
import { ProviderError } from '../core/provider-port/driver.ts'
import { PACKAGE_ROOT } from '../infra/package-root.ts'
import { openThread, ThreadLimitError } from '../infra/thread.ts'
import type { ThreadInput, ThreadOutput } from './extraction-worker-entry.ts'

/**
 * Limits for one answer in milliseconds and megabytes. They are many times what the longest accepted answers
 * (MAX_ANSWER_LENGTH) need on a busy machine.
 */
const LIMITS = { time: 30_000, memory: 256 }

/** The built program, even if this process runs from the sources, as in tests, because a thread cannot load TypeScript. */
const FILE = join(PACKAGE_ROOT, 'dist', 'extraction-worker.js')

/** Opens the worker thread that parses and extracts large answers. */
export function openExtractionWorker({
  time,
  memory,
} = LIMITS): ExtractionWorker & { close(): Promise<void> } {
  const thread = openThread({ file: FILE, time, memory })
  return {
    async run<Input, Output>({ name }: { name: string }, input: Input): Promise<Output> {
      const sent: ThreadInput = { task: name, input }
      const result = (await thread.run(sent).catch((error) => {
        if (!(error instanceof ThreadLimitError)) throw error
        const limit = error.limit === 'time' ? `${time / 1_000} s` : `${memory} MB of memory`
        throw new ProviderError('drift', `The answer could not be processed within ${limit}.`, {
          cause: error,
        })
      })) as ThreadOutput
      if ('failure' in result) {
        const { kind, message, bill } = result.failure
        throw new ProviderError(kind, message, { bill })
      }
      // The task with this name returned the value.
      return result.output as Output
    },
    close: thread.close,
  }
}
