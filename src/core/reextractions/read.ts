import { authorize } from '../access/authorize.ts'
import { VISIBLE, visibleBatches, visibleValues } from '../batches/read.ts'
import type { Ctx } from '../foundation/context.ts'
import { inIdOrder, isUuid } from '../foundation/ids.ts'
import { countByParent, groupByParent, type Page, queryPerParent } from '../foundation/page.ts'
import { type ReextractionRecord, toReextractionRecord } from './row.ts'

/** Several lists of re-extractions: one per run, project or project re-extraction in `ids`. */
interface ReextractionLists {
  ids: readonly string[]
  /** What the ids refer to. */
  of: keyof typeof BELOW
}

const BELOW = {
  run: 'r.batch_id = of.id',
  project: "b.project_id = of.id AND b.kind = 'run'",
  project_reextraction:
    'r.id = ANY(ARRAY(SELECT unnest(p.reextraction_ids) FROM project_reextraction p WHERE p.id = of.id))',
} as const

const matching = ({ of }: ReextractionLists) =>
  `FROM reextraction r JOIN batch b ON b.id = r.batch_id WHERE ${VISIBLE} AND ${BELOW[of]}`

const HIDDEN = { snapshot: true, changedAt: true, keepsResults: true } as const

/**
 * Returns re-extractions by id, in the given order. A missing one, or one of a run that the caller may not read, is
 * null.
 */
export async function readReextractions({
  ctx,
  input,
}: {
  ctx: Ctx
  input: { ids: readonly string[] }
}): Promise<(ReextractionRecord | null)[]> {
  // Organization keys are authorized but see no re-extractions, because GraphQL nodes that are not visible are null
  // rather than errors.
  authorize(ctx, 'analysis:read')
  const rows = await ctx.db.prisma.reextraction.findMany({
    where: { id: { in: input.ids.filter(isUuid) }, batch: visibleBatches(ctx) },
    omit: HIDDEN,
  })
  return inIdOrder(input.ids, rows, toReextractionRecord)
}

/**
 * Returns a page of each list, newest first, plus one extra re-extraction if there are more.
 * @throws {AppError} PROJECT_SCOPED_KEY_REQUIRED
 */
export async function listReextractions({
  ctx,
  input: { page, ...lists },
}: {
  ctx: Ctx
  input: ReextractionLists & { page: Page }
}): Promise<ReextractionRecord[][]> {
  authorize(ctx, 'runs:read')
  const { rows } = await ctx.db.pool.query<Row & { of: string }>({
    name: `reextractions-page-${lists.of}-${page.backward}`,
    text: `${queryPerParent(
      '$4',
      `SELECT ${COLUMNS} ${matching(lists)}
         AND ($5::uuid IS NULL OR r.id < $5) AND ($6::uuid IS NULL OR r.id > $6)
       ORDER BY r.id ${page.backward ? 'ASC' : 'DESC'} LIMIT $7`,
    )} ORDER BY i.id DESC`,
    values: [...visibleValues(ctx), lists.ids, page.after, page.before, page.size + 1],
  })
  return groupByParent(lists.ids, rows, ({ of }) => of).map((listRows) => listRows.map(toReextractionRecord))
}

type Row = Parameters<typeof toReextractionRecord>[0]

/** Columns of a `reextraction r` that {@link toReextractionRecord} needs. */
const COLUMNS = `r.id, r.batch_id AS "batchId", r.seq, r.status, r.total, r.completed, r.changes,
  r.extraction_version AS "extractionVersion", r.previous_version AS "previousVersion",
  r.summary_before AS "summaryBefore", r.summary_after AS "summaryAfter",
  r.created_at AS "createdAt", r.started_at AS "startedAt", r.finished_at AS "finishedAt"`

/**
 * Returns the total number of re-extractions in all pages of {@link listReextractions}, for each list.
 * @throws {AppError} PROJECT_SCOPED_KEY_REQUIRED
 */
export async function countReextractions({
  ctx,
  input,
}: {
  ctx: Ctx
  input: ReextractionLists
}): Promise<number[]> {
  authorize(ctx, 'runs:read')
  const { rows } = await ctx.db.pool.query<{ of: string; count: number }>({
    name: `count-reextractions-${input.of}`,
    text: queryPerParent('$4', `SELECT count(*)::int AS count ${matching(input)}`),
    values: [...visibleValues(ctx), input.ids],
  })
  return countByParent(input.ids, rows)
}
