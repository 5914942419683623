import type { BatchKind, BatchTrigger } from '../../generated/prisma/enums.ts'
import type { ShownStatus } from '../foundation/batch-status.ts'
import type { Ctx } from '../foundation/context.ts'
import { countByParent, groupByParent, type Page, queryPerParent } from '../foundation/page.ts'
import { batchColumns, VISIBLE, visibleValues } from './read.ts'
import { type BatchRecord, type BatchRow, hasShownStatus, toBatchRecord } from './row.ts'

/** Filter for lists of batches, one list per project or organization. All given fields must match. */
export interface BatchList {
  ids: readonly string[]
  /** Entity that the ids belong to. */
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
 * Returns a page of each list, newest first, with one extra batch if there are more. Summaries are null unless
 * requested. Lists contain only batches that the caller may see.
 */
export async function pageBatches(
  ctx: Ctx,
  list: BatchList,
  { page, summary = false }: { page: Page; summary?: boolean },
): Promise<BatchRecord[][]> {
  const single = list.ids.length === 1
  const { rows } = await ctx.db.pool.query<BatchRow & { of: string }>({
    name: `${list.kind}-batches-page-${list.of}-${page.backward}-${summary}-${single}`,
    text: `${queryPerParent(
      '$4',
      `SELECT ${batchColumns({ summary })} ${matching(list)}
         AND ($7::uuid IS NULL OR b.id < $7) AND ($8::uuid IS NULL OR b.id > $8)
       ORDER BY b.id ${page.backward ? 'ASC' : 'DESC'} LIMIT $9`,
      { single },
    )} ORDER BY i.id DESC`,
    values: [...valuesOf(ctx, list), page.after, page.before, page.size + 1],
  })
  return groupByParent(list.ids, rows, ({ of }) => of).map((batches) => batches.map(toBatchRecord))
}

/** Counts the batches of each list over all pages. */
export async function countBatches(ctx: Ctx, list: BatchList): Promise<number[]> {
  const { rows } = await ctx.db.pool.query<{ of: string; count: number }>({
    name: `count-${list.kind}-batches-${list.of}`,
    text: queryPerParent('$4', `SELECT count(*)::int AS count ${matching(list)}`),
    values: valuesOf(ctx, list),
  })
  return countByParent(list.ids, rows)
}
