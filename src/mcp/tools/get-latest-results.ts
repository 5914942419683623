import { z } from 'zod'
import { requireProjectId } from '../../core/access/authorize.ts'
import { pageSizeSchema } from '../../core/foundation/page.ts'
import { filterFields, filterTextSchema } from '../../core/results/filter.ts'
import { RESULTS_PAGE } from '../../core/results/list.ts'
import { openResults } from '../../core/results/open.ts'
import { cursorSchema, nextCursorSchema } from '../foundation/page.ts'
import { readResultsPage } from '../foundation/results-page.ts'
import { defineTool } from '../foundation/tool.ts'
import { noteSchema, noteWithoutRun } from '../views/no-run.ts'
import { resultView, showResult } from '../views/result.ts'
import { runReferenceView } from '../views/run.ts'

export const getLatestResults = defineTool({
  name: 'get_latest_results',
  title: 'Get the latest results',
  description:
    'Returns the results of the run that ended last, one per prompt × provider × country: whether and where the answer names the brand, its sentiment, whether it recommends the brand, and which competitors it names. Use get_run for metrics, find_answers for quotations, get_answer for a whole answer.',
  permission: 'runs:read',
  effect: 'read',
  input: z.strictObject({
    prompt: filterTextSchema.optional().describe('Exact text of the prompt.'),
    ...filterFields,
    includeAnswer: z
      .boolean('must be true or false')
      .default(false)
      .describe('Includes the text of each answer, which makes pages much longer.'),
    limit: pageSizeSchema(RESULTS_PAGE).describe(
      `Results per page, at most ${RESULTS_PAGE.most}. Pages with long results contain fewer.`,
    ),
    cursor: cursorSchema,
  }),
  output: z.object({
    run: runReferenceView.definition.nullable().describe('The run; null if no run has ended yet.'),
    results: z
      .array(resultView.definition)
      .describe('A page of results, by creation of the prompt, provider and country.'),
    note: noteSchema,
    nextCursor: nextCursorSchema,
  }),
  async run({ limit, cursor, includeAnswer, ...filter }, { ctx }) {
    const page = await readResultsPage({
      name: `latest results ${requireProjectId(ctx)} ${JSON.stringify(filter)}`,
      cursor,
      maxItems: limit,
      open: (runId) =>
        openResults({ ctx, input: { runId, filter, include: { answer: includeAnswer, facts: false } } }),
      show: showResult,
    })
    if (!page) return { run: null, results: [], note: await noteWithoutRun(ctx), nextCursor: null }
    const { batch, results, nextCursor } = page
    return { run: runReferenceView.show(batch), results, note: null, nextCursor }
  },
})
