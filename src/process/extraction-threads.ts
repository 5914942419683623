import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import type { ExtractionThreads } from '../core/observations/extraction-threads.ts'
import { ProviderError } from '../core/provider-port/driver.ts'
import { PACKAGE_ROOT } from '../infra/package-root.ts'
import { openThreads, ThreadLimitError } from '../infra/threads.ts'
import type { ThreadInput, ThreadOutput } from './extraction-threads-entry.ts'

/** Maximum number of threads of a process. Each takes about 60 MB. Machines with more cores run several workers. */
const MAXIMUM_THREADS = 4

/**
 * Limits for one answer in milliseconds and megabytes. They are many times what the longest accepted answers
 * (MAX_ANSWER_LENGTH) need on a busy machine.
 */
const LIMITS = { time: 30_000, memory: 256 }

/** The built program, even if this process runs from the sources, as in tests, because a thread cannot load TypeScript. */
const FILE = join(PACKAGE_ROOT, 'dist', 'extraction-threads.js')

/** Prepares the threads that parse and extract answers, one per core. The first tasks start them. */
export function openExtractionThreads({
  time,
  memory,
} = LIMITS): ExtractionThreads & { close(): Promise<void> } {
  const size = Math.min(availableParallelism(), MAXIMUM_THREADS)
  const threads = openThreads({ file: FILE, size, time, memory })
  return {
    size,
    isStarted: threads.isStarted,
    async run<Input, Output>({ name }: { name: string }, input: Input): Promise<Output> {
      const sent: ThreadInput = { task: name, input }
      const result = (await threads.run(sent).catch((error) => {
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
    close: threads.close,
  }
}
