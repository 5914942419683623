import { z } from 'zod'
import { projectOf } from '../../core/authorize.ts'
import { pageSizeSchema } from '../../core/page.ts'
import { filterFields, filterTextSchema } from '../../core/results/filter.ts'
import { RESULTS_PAGE } from '../../core/results/list.ts'
import { openResults } from '../../core/results/open.ts'
import { cursorSchema, nextCursorSchema } from '../page.ts'
import { readResultsPage } from '../results-page.ts'
import { defineTool } from '../tool.ts'
import { noteSchema, noteWithoutRun } from '../views/no-run.ts'
import { resultView, showResult } from '../views/result.ts'
import { runReferenceView } from '../views/run.ts'

/** The results of the run that ended last. */
export const getLatestResults = defineTool({
  name: 'get_latest_results',
  title: 'Get the latest results',
  description:
    'The results of the run of the project that ended last, one for each prompt × provider × country: whether and where the answer names the brand, how it speaks of it, whether it recommends it, which competitors it names. Filters are combined. For figures over all answers use get_run, for quotations find_answers, for one whole answer get_answer.',
  permission: 'runs:read',
  effect: 'read',
  input: z.strictObject({
    prompt: filterTextSchema.optional().describe('Exact text of a prompt, as it was asked.'),
    ...filterFields,
    includeAnswer: z
      .boolean('must be true or false')
      .default(false)
      .describe('Adds the text of each answer, which makes pages much longer.'),
    limit: pageSizeSchema(RESULTS_PAGE).describe(
      `Results of a page; more than ${RESULTS_PAGE.most} is lowered to that. Long ones fill a page earlier.`,
    ),
    cursor: cursorSchema,
  }),
  output: z.object({
    run: runReferenceView.definition.nullable().describe('The run; null while none has ended.'),
    results: z
      .array(resultView.definition)
      .describe('A page of them, by creation of the prompt, provider and country.'),
    note: noteSchema,
    nextCursor: nextCursorSchema,
  }),
  async run({ limit, cursor, includeAnswer, ...filter }, { ctx }) {
    const page = await readResultsPage({
      name: `latest results ${projectOf(ctx)} ${JSON.stringify(filter)}`,
      cursor,
      most: limit,
      open: (runId) =>
        openResults({ ctx, input: { runId, filter, include: { answer: includeAnswer, facts: false } } }),
      show: showResult,
    })
    if (!page) return { run: null, results: [], note: await noteWithoutRun(ctx), nextCursor: null }
    const { batch, results, nextCursor } = page
    return { run: runReferenceView.show(batch), results, note: null, nextCursor }
  },
})
