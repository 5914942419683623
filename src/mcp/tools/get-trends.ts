import { z } from 'zod'
import { requireProjectId } from '../../core/access/authorize.ts'
import { pageSizeSchema } from '../../core/foundation/page.ts'
import { filterFields } from '../../core/results/filter.ts'
import { readSimulated } from '../../core/results/simulated.ts'
import { readTrends, TRENDS_PAGE } from '../../core/trends/read.ts'
import { cursorSchema, nextCursorSchema, positionIn, splitIntoPages } from '../foundation/page.ts'
import { defineTool } from '../foundation/tool.ts'
import { noteSchema, noteWithoutRun } from '../views/no-run.ts'
import { simulatedSchema } from '../views/run.ts'
import { showTrendPoint, trendPointView } from '../views/trend-point.ts'

export const getTrends = defineTool({
  name: 'get_trends',
  title: 'Get trends',
  description:
    'Shows how the metrics of the brand developed: one point per run with results, newest first. Rates are shares with a 95 % interval. The field comparison judges the change of the mention rate since the previous point: report a change only if it is "moved". To compare all metrics of two runs use compare_runs.',
  permission: 'runs:read',
  effect: 'read',
  input: z.strictObject({
    limit: pageSizeSchema(TRENDS_PAGE).describe(
      `Total number of points over all pages, at most ${TRENDS_PAGE.most}.`,
    ),
    ...filterFields,
    includeCompetitors: z
      .boolean('must be true or false')
      .default(false)
      .describe('Includes the metrics of each competitor in each point.'),
    cursor: cursorSchema,
  }),
  output: z.object({
    points: z.array(trendPointView.definition).describe('A page of points, newest first.'),
    simulated: simulatedSchema,
    note: noteSchema,
    nextCursor: nextCursorSchema,
  }),
  async run({ limit, includeCompetitors, cursor, ...filter }, { ctx }) {
    const name = `trends ${requireProjectId(ctx)} ${JSON.stringify({ limit, ...filter })}`
    const after = positionIn(name, cursor)
    // A run may have ended since the previous page, which shifts the points of later pages. Load as many as possible.
    const points = await readTrends({
      ctx,
      input: { ...filter, limit: after === null ? limit : TRENDS_PAGE.most },
    })
    const { items, nextCursor } = await splitIntoPages({
      name,
      after,
      async read(key, count) {
        const [shown, lastRunId] = key === null ? [0, null] : splitKey(key)
        const start = points.findIndex(({ runId }) => runId === lastRunId) + 1
        return points
          .slice(start, start + Math.min(count, limit - shown))
          .map((point, index) => ({ point, number: shown + index + 1 }))
      },
      keyOf: ({ point, number }) => `${number}~${point.runId}`,
      show: ({ point }) => showTrendPoint(point, { competitors: includeCompetitors }),
    })
    const ids = items.map(({ runId }) => runId)
    const simulated = (await readSimulated({ ctx, input: { ids } })).size > 0
    const note = points.length === 0 ? await noteWithoutRun(ctx) : null
    return { points: items, simulated, note, nextCursor }
  },
})

/** Splits a key into the number of points shown so far and the run of the last one. */
function splitKey(key: string): [number, string] {
  const end = key.indexOf('~')
  return [Number(key.slice(0, end)), key.slice(end + 1)]
}
