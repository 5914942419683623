import type { BatchKind, BatchTrigger } from '../../generated/prisma/enums.ts'
import type { ShownStatus } from '../batch-status.ts'
import type { Ctx } from '../context.ts'
import { belowEach, countOfEach, type Page, rowsOfEach } from '../page.ts'
import { batchColumns, VISIBLE, visibleValues } from './read.ts'
import { type BatchRecord, type BatchRow, hasShownStatus, toBatchRecord } from './row.ts'

/** Which batches of each project, or of the organization, a list contains: all given fields must match. */
export interface BatchList {
  ids: readonly string[]
  /** What the ids are of. */
  of: 'project' | 'organization'
  kind: BatchKind
  status?: ShownStatus | undefined
  trigger?: BatchTrigger | undefined
}

const matching = ({ of, kind }: BatchList) => `FROM batch b
  WHERE ${VISIBLE} AND b.${of}_id = of.id AND b.kind = '${kind}' AND ($5::text IS NULL OR ${hasShownStatus('$5')})
    AND ($6::text IS NULL OR b.trigger::text = $6)`

const valuesOf = (ctx: Ctx, { ids, status, trigger }: BatchList) => [
  ...visibleValues(ctx),
  ids,
  status ?? null,
  trigger ?? null,
]

/**
 * A page of each list, the newest first, and one more if there are more; summaries are null unless requested. Empty where the
 * caller may see none.
 */
export async function pageBatches(
  ctx: Ctx,
  list: BatchList,
  { page, summary = false }: { page: Page; summary?: boolean },
): Promise<BatchRecord[][]> {
  const single = list.ids.length === 1
  const { rows } = await ctx.db.pool.query<BatchRow & { of: string }>({
    name: `${list.kind}-batches-page-${list.of}-${page.backward}-${summary}-${single}`,
    text: `${belowEach(
      '$4',
      `SELECT ${batchColumns({ summary })} ${matching(list)}
         AND ($7::uuid IS NULL OR b.id < $7) AND ($8::uuid IS NULL OR b.id > $8)
       ORDER BY b.id ${page.backward ? 'ASC' : 'DESC'} LIMIT $9`,
      { single },
    )} ORDER BY i.id DESC`,
    values: [...valuesOf(ctx, list), page.after, page.before, page.size + 1],
  })
  return rowsOfEach(list.ids, rows, ({ of }) => of).map((found) => found.map(toBatchRecord))
}

/** How many batches each list has in all its pages. */
export async function countBatches(ctx: Ctx, list: BatchList): Promise<number[]> {
  const { rows } = await ctx.db.pool.query<{ of: string; count: number }>({
    name: `count-${list.kind}-batches-${list.of}`,
    text: belowEach('$4', `SELECT count(*)::int AS count ${matching(list)}`),
    values: valuesOf(ctx, list),
  })
  return countOfEach(list.ids, rows)
}
