import { z } from 'zod'
import { projectOf } from '../../core/authorize.ts'
import { pageSizeSchema } from '../../core/page.ts'
import { filterFields } from '../../core/results/filter.ts'
import { readSimulated } from '../../core/results/simulated.ts'
import { readTrends, TRENDS_PAGE } from '../../core/trends/read.ts'
import { cursorSchema, nextCursorSchema, positionIn, readPage } from '../page.ts'
import { defineTool } from '../tool.ts'
import { noteSchema, noteWithoutRun } from '../views/no-run.ts'
import { simulatedSchema } from '../views/run.ts'
import { showTrendPoint, trendPointView } from '../views/trend-point.ts'

/** The figures of the project over its runs. */
export const getTrends = defineTool({
  name: 'get_trends',
  title: 'Get trends',
  description:
    'How the figures of the brand have developed: one point for each run that gave results, newest first. Rates are shares with a 95 % interval. comparison judges the change of the mention rate against the point before: speak of a change only where it is "moved". A filter narrows what the figures are computed from. For all metrics of two runs use compare_runs.',
  permission: 'runs:read',
  effect: 'read',
  input: z.strictObject({
    limit: pageSizeSchema(TRENDS_PAGE).describe(
      `Points in all pages together; more than ${TRENDS_PAGE.most} is lowered to that.`,
    ),
    ...filterFields,
    includeCompetitors: z
      .boolean('must be true or false')
      .default(false)
      .describe('Adds the figures of each competitor to each point.'),
    cursor: cursorSchema,
  }),
  output: z.object({
    points: z.array(trendPointView.definition).describe('A page of them, newest first.'),
    simulated: simulatedSchema,
    note: noteSchema,
    nextCursor: nextCursorSchema,
  }),
  async run({ limit, includeCompetitors, cursor, ...filter }, { ctx }) {
    const name = `trends ${projectOf(ctx)} ${JSON.stringify({ limit, ...filter })}`
    const after = positionIn(name, cursor)
    // A run may have ended since the page before, which moves the points of the pages after it.
    const points = await readTrends({
      ctx,
      input: { ...filter, limit: after === null ? limit : TRENDS_PAGE.most },
    })
    const { items, nextCursor } = await readPage({
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

/** How many points were shown, and the run of the last of them. */
function splitKey(key: string): [number, string] {
  const end = key.indexOf('~')
  return [Number(key.slice(0, end)), key.slice(end + 1)]
}
