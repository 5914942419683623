import { z } from 'zod'
import { entityMetricsDefinition, METRICS, rateDefinition } from '../../metrics/definitions.ts'
import { Estimator } from '../../metrics/estimator.ts'
import { authorize } from '../access/authorize.ts'
import { visibleValues } from '../batches/read.ts'
import type { Ctx } from '../foundation/context.ts'
import { countByParent, groupByParent, type Page, queryPerParent } from '../foundation/page.ts'
import { parse } from '../foundation/parse.ts'
import type { PromptMeans } from '../measurements/prompt-metric-rows.ts'
import { isPromptVisible } from './prompt-metrics.ts'
import { rangeSchema } from './read.ts'
import { placeOf } from './runs.ts'

const { positionMean, prominence, sentimentMean } = entityMetricsDefinition.shape

/** Metrics of a prompt in one run that a row in a list of prompts shows. */
export const promptTrendPointDefinition = z.object({
  runId: z.uuid().describe('`databaseId` of the run.'),
  completedAt: z.date().describe('When the run ended.'),
  mentionRate: rateDefinition.describe(METRICS.mentionRate.definition),
  lostRate: rateDefinition.describe(METRICS.lostRate.definition),
  averagePosition: z.number().nullable().describe(METRICS.averagePosition.definition),
  positionMean,
  prominence,
  sentiment: z.number().nullable().describe(METRICS.sentiment.definition),
  sentimentMean,
})
export type PromptTrendPoint = z.output<typeof promptTrendPointDefinition>

interface Row {
  of: string
  runId: string
  completedAt: Date
  answers: number
  named: number
  lost: number | null
  averagePosition: number | null
  sentiment: number | null
  means: PromptMeans | null
}

/** Means for rows of older versions, which did not store them. */
const NO_MEAN = { value: null, low: null, high: null, answers: 0 }
const NO_MEANS: PromptMeans = { positionMean: NO_MEAN, prominence: NO_MEAN, sentimentMean: NO_MEAN }

/** Selects the points of prompts in runs that ended in a period. */
interface TrendsOfPrompts {
  ids: readonly string[]
  range?: z.input<typeof rangeSchema>
}

// The conditions are always range conditions. With `$5 IS NULL OR …`, PostgreSQL would read and sort all runs of each
// prompt.
const POINTS = `FROM prompt_metric m WHERE ${isPromptVisible('of.id')} AND m.prompt_id = of.id
  AND m.ended_at >= coalesce($5::timestamptz, '-infinity') AND m.ended_at < coalesce($6::timestamptz, 'infinity')`

const NIL = "'00000000-0000-0000-0000-000000000000'"
const place = (time: string, id: string, none: string) =>
  `(coalesce(${time}::timestamptz, '${none}'), coalesce(${id}::uuid, ${NIL}))`

function valuesOf(ctx: Ctx, { ids, range = {} }: TrendsOfPrompts): unknown[] {
  const { from = null, to = null } = parse(rangeSchema, range)
  return [...visibleValues(ctx), ids, from, to]
}

/**
 * Returns a page of the runs with results that asked each prompt, newest first, plus one extra run if there are more.
 * Page keys are created by `trendKey`.
 * @throws {AppError} PROJECT_SCOPED_KEY_REQUIRED; BAD_REQUEST
 */
export async function pagePromptTrends({
  ctx,
  input: { page, ...list },
}: {
  ctx: Ctx
  input: TrendsOfPrompts & { page: Page }
}): Promise<PromptTrendPoint[][]> {
  authorize(ctx, 'runs:read')
  const direction = page.backward ? 'ASC' : 'DESC'
  const { rows } = await ctx.db.pool.query<Row>({
    name: `prompt-trends-${direction}`,
    text: `${queryPerParent(
      '$4',
      `SELECT m.batch_id AS "runId", m.ended_at AS "completedAt", m.answers, m.named, m.lost,
         m.average_position AS "averagePosition", m.sentiment, m.means ${POINTS}
         AND (m.ended_at, m.batch_id) < ${place('$7', '$8', 'infinity')}
         AND (m.ended_at, m.batch_id) > ${place('$9', '$10', '-infinity')}
       ORDER BY m.ended_at ${direction}, m.batch_id ${direction} LIMIT $11`,
    )} ORDER BY i."completedAt" DESC, i."runId" DESC`,
    values: [...valuesOf(ctx, list), ...placeOf(page.after), ...placeOf(page.before), page.size + 1],
  })
  return groupByParent(list.ids, rows, ({ of }) => of).map((listRows) => listRows.map(toPoint))
}

/**
 * Returns the total number of points in all pages of {@link pagePromptTrends}, for each prompt.
 * @throws {AppError} PROJECT_SCOPED_KEY_REQUIRED; BAD_REQUEST
 */
export async function countPromptTrends({
  ctx,
  input,
}: {
  ctx: Ctx
  input: TrendsOfPrompts
}): Promise<number[]> {
  authorize(ctx, 'runs:read')
  const { rows } = await ctx.db.pool.query<{ of: string; count: number }>({
    name: 'count-prompt-trends',
    text: queryPerParent('$4', `SELECT count(*)::int AS count ${POINTS}`),
    values: valuesOf(ctx, input),
  })
  return countByParent(input.ids, rows)
}

function toPoint({ of: _, answers, named, lost, means, ...point }: Row): PromptTrendPoint {
  const estimator = new Estimator([answers])
  return {
    ...point,
    ...(means ?? NO_MEANS),
    mentionRate: estimator.rate([named], [answers]),
    lostRate: estimator.rate([lost ?? 0], [lost === null ? 0 : answers]),
  }
}
