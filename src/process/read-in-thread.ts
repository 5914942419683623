import { FIND_REDIRECTS } from '../core/batches/redirects.ts'
import type { ThreadTask } from '../core/context.ts'
import { READ_ANSWER } from '../core/observations/read-answer.ts'
import { EXTRACT_AGAIN } from '../core/reextractions/extract-again.ts'
import { type Bill, ProviderError, type ProviderErrorKind } from '../providers/driver.ts'

// The program of the reading thread: dist/read-in-thread.js.

/** What the thread is sent. */
export interface ThreadInput {
  /** The name of a task. */
  task: string
  input: unknown
}

/** What it sends back. A ProviderError as data, because the fields of an error do not survive the copy. */
export type ThreadOutput =
  | { output: unknown }
  | { failure: { kind: ProviderErrorKind; message: string; bill: Bill | null } }

// The input of a task is what `ReadingThread.run` was given for the same task.
const TASKS = [FIND_REDIRECTS, READ_ANSWER, EXTRACT_AGAIN] as unknown as ThreadTask<unknown, unknown>[]

/** What {@link openThread} calls. */
export function run({ task, input }: ThreadInput): ThreadOutput {
  const found = TASKS.find(({ name }) => name === task)
  if (!found) throw new Error(`no task ${task}`)
  try {
    return { output: found.run(input) }
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error
    return { failure: { kind: error.kind, message: error.message, bill: error.bill } }
  }
}
