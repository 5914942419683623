import { FIND_REDIRECTS } from '../core/batches/redirects.ts'
import { FIND_NAMES } from '../core/cited-pages/find-names.ts'
import { CHECK_ROBOTS } from '../core/cited-pages/robots.ts'
import { CHECK_ANSWERS } from '../core/facts/check-answers.ts'
import type { ThreadTask } from '../core/observations/extraction-threads.ts'
import { PARSE_AND_EXTRACT } from '../core/observations/parse-and-extract.ts'
import { type Bill, ProviderError, type ProviderErrorKind } from '../core/provider-port/driver.ts'
import { EXTRACT_AGAIN } from '../core/reextractions/reextract-answer.ts'
import { ANSWER_READERS } from '../providers/answer-readers.ts'

// The program of the extraction worker, which is built as dist/extraction-threads.js.

/** Message to the thread. */
export interface ThreadInput {
  /** Name of a task. */
  task: string
  input: unknown
}

/** Message from the thread. A ProviderError is sent as plain data, because copying an error loses its fields. */
export type ThreadOutput =
  | { output: unknown }
  | { failure: { kind: ProviderErrorKind; message: string; bill: Bill | null } }

// The cast is safe, because `ExtractionThreads.run` passes a task's own input together with its name.
const TASKS = [
  FIND_REDIRECTS,
  PARSE_AND_EXTRACT,
  EXTRACT_AGAIN,
  CHECK_ANSWERS,
  CHECK_ROBOTS,
  FIND_NAMES,
] as unknown as ThreadTask<unknown, unknown>[]

/** Runs a task. Called by `openThreads` in src/infra/threads.ts. */
export function run({ task: taskName, input }: ThreadInput): ThreadOutput {
  const task = TASKS.find(({ name }) => name === taskName)
  if (!task) throw new Error(`unknown task ${taskName}`)
  try {
    return { output: task.run(input, ANSWER_READERS) }
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error
    return { failure: { kind: error.kind, message: error.message, bill: error.bill } }
  }
}
