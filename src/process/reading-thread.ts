import { join } from 'node:path'
import type { ReadingThread } from '../core/context.ts'
import { PACKAGE_ROOT } from '../infra/package-root.ts'
import { openThread, ThreadLimitError } from '../infra/thread.ts'
import { ProviderError } from '../providers/driver.ts'
import type { ThreadInput, ThreadOutput } from './read-in-thread.ts'

/**
 * Limits of reading one answer, in milliseconds and megabytes: many times what the longest and densest ones need that are read
 * at all (LONGEST_ANSWER), on a machine that is busy.
 */
const LIMITS = { time: 30_000, memory: 256 }

/** The build, also for a process that runs from the sources, as tests do: a thread cannot load TypeScript. */
const FILE = join(PACKAGE_ROOT, 'dist', 'read-in-thread.js')

/** Opens the thread in which large answers are read. */
export function openReadingThread({ time, memory } = LIMITS): ReadingThread & { close(): Promise<void> } {
  const thread = openThread({ file: FILE, time, memory })
  return {
    async run<Input, Output>({ name }: { name: string }, input: Input): Promise<Output> {
      const sent: ThreadInput = { task: name, input }
      const result = (await thread.run(sent).catch((error) => {
        if (!(error instanceof ThreadLimitError)) throw error
        const limit = error.limit === 'time' ? `${time / 1_000} s` : `${memory} MB of memory`
        throw new ProviderError('drift', `The answer could not be read within ${limit}.`, { cause: error })
      })) as ThreadOutput
      if ('failure' in result) {
        const { kind, message, bill } = result.failure
        throw new ProviderError(kind, message, { bill })
      }
      // The task of that name returned it.
      return result.output as Output
    },
    close: thread.close,
  }
}
