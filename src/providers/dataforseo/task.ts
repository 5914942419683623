import { z } from 'zod'
import { type ProviderAnswer, ProviderError } from '../driver.ts'
import { parseAs } from '../http/stored-exchange.ts'
import { listOf, number } from '../reading/lenient.ts'
import { NO_RESULTS } from './failures.ts'

const taskSchema = z.looseObject({
  status_code: number,
  cost: number,
  result: z.union([z.array(z.unknown()), z.looseObject({}).transform((only) => [only])]).catch([]),
})
const envelopeSchema = z.looseObject({ cost: number, tasks: listOf(taskSchema) })

/** The results of the one task of a response. */
export interface TaskResult {
  /** Empty where the search had none; otherwise mostly one. */
  results: readonly object[]
  /** US dollars. */
  costUsd: number | null
}

/** What the reader of a surface finds in a result. */
export type ReadResult = Pick<ProviderAnswer, 'text' | 'citations' | 'searchQueries' | 'searched'> & {
  /** Whether it is certain that the surface showed no answer. */
  notShown: boolean
  /** As reported. */
  model: string | null
  unrecognized: Set<string>
}

/**
 * The results in the body of a live call (https://docs.dataforseo.com/v3/appendix/errors/).
 * @throws {ProviderError} of kind `drift` for a body without a task or a result
 */
export function readTask(body: unknown): TaskResult {
  const { cost, tasks } = parseAs(envelopeSchema, body, 'a response with tasks')
  const task = tasks.find(({ result }) => result.length > 0) ?? tasks[0]
  if (!task) throw new ProviderError('drift', 'the response holds no task')
  const costUsd = task.cost ?? cost
  if (task.status_code === NO_RESULTS) return { results: [], costUsd }
  const results = listOf(z.looseObject({})).parse(task.result)
  if (results.length > 0) return { results, costUsd }
  const bill = { model: { requested: null, reported: null }, usage: null, costUsd }
  throw new ProviderError('drift', 'the task holds no result', { bill })
}
