import { z } from 'zod'
import { type DriverAnswer, ProviderError } from '../../core/provider-port/driver.ts'
import { parseAs } from '../http/stored-exchange.ts'
import { listOf, number } from '../parsing/lenient.ts'
import { NO_RESULTS } from './failures.ts'

const taskSchema = z.looseObject({
  status_code: number,
  cost: number,
  result: z.union([z.array(z.unknown()), z.looseObject({}).transform((only) => [only])]).catch([]),
})
const envelopeSchema = z.looseObject({ cost: number, tasks: listOf(taskSchema) })

/** The results of the only task in a response. */
export interface TaskResult {
  /** Usually one result; empty if the search had no results. */
  results: readonly object[]
  /** US dollars. */
  costUsd: number | null
}

/** A parsed result of one surface. */
export type ReadResult = Pick<
  DriverAnswer,
  'text' | 'citations' | 'searchQueries' | 'searched' | 'placements'
> & {
  /** Whether it is certain that the surface showed no answer. */
  notShown: boolean
  /** Model as reported. */
  model: string | null
  unrecognized: Set<string>
}

/**
 * Returns the results in the body of a live call (https://docs.dataforseo.com/v3/appendix/errors/).
 * @throws {ProviderError} of kind `drift` for a body without a task or a result
 */
export function readTask(body: unknown): TaskResult {
  const { cost, tasks } = parseAs(envelopeSchema, body, 'a response with tasks')
  const task = tasks.find(({ result }) => result.length > 0) ?? tasks[0]
  if (!task) throw new ProviderError('drift', 'the response contains no task')
  const costUsd = task.cost ?? cost
  if (task.status_code === NO_RESULTS) return { results: [], costUsd }
  const results = listOf(z.looseObject({})).parse(task.result)
  if (results.length > 0) return { results, costUsd }
  const bill = { model: { requested: null, reported: null }, usage: null, costUsd }
  throw new ProviderError('drift', 'the task contains no result', { bill })
}
