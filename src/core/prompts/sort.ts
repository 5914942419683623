import { authorize } from '../access/authorize.ts'
import { STATUSES_WITH_ANSWERS } from '../foundation/batch-status.ts'
import type { Ctx } from '../foundation/context.ts'
import { groupByParent, inListOrder, type Page, queryPerParent } from '../foundation/page.ts'
import { type KeyedPromptOrder, type PromptPosition, promptPosition, sortKeyOf } from './order.ts'
import type { PromptRecord } from './row.ts'
import { listSql, listValues, PROMPT_COLUMNS, parseLists, type RequestedPromptLists } from './select.ts'

/** A prompt with its position in the order. */
export type SortedPrompt = PromptRecord & PromptPosition

/** SQL that joins the metrics of the run in the cursor, or otherwise of the project's newest run with results. */
const joinMetrics = (project: string) => `CROSS JOIN (SELECT coalesce($9::uuid, (
    SELECT b.id FROM batch b WHERE b.project_id = ${project} AND b.kind = 'run' AND b.status IN ${STATUSES_WITH_ANSWERS}
    ORDER BY b.finished_at DESC, b.id DESC LIMIT 1)) AS id) r
  LEFT JOIN prompt_metric m ON m.batch_id = r.id AND m.prompt_id = p.id`

const PROJECT = { project: 'of.id', tag: '(SELECT t.project_id FROM tag t WHERE t.id = of.id)' }

/**
 * Returns a page of each list, sorted by text or by metrics of the newest run with results, plus one extra prompt if
 * there are more. Page keys are created by `promptKey`. Prompts without metrics come last. A list is empty if its
 * project or tag belongs to another tenant.
 * @throws {AppError} PROJECT_SCOPED_KEY_REQUIRED; BAD_REQUEST; INVALID_PROVIDER
 */
export async function sortPrompts({
  ctx,
  input: { page, order, ...requested },
}: {
  ctx: Ctx
  input: RequestedPromptLists & { page: Page; order: KeyedPromptOrder }
}): Promise<SortedPrompt[][]> {
  authorize(ctx, 'prompts:read')
  const lists = parseLists(requested)
  const { sql, type } = sortKeyOf(order)
  const direction = page.backward ? 'DESC' : 'ASC'
  const byKey = `ORDER BY i."sortKey" ${direction}, i.id ${direction}`
  const [after, before] = [page.after, page.before].map((key) =>
    key === null ? null : promptPosition(order, key),
  )
  const { rows } = await ctx.db.pool.query<SortedPrompt & { of: string }>({
    name: `sort-prompts-${lists.of}-${order}-${direction}`,
    text: `${queryPerParent(
      '$1',
      `SELECT * FROM (SELECT ${PROMPT_COLUMNS}, r.id AS "runId", ${sql} AS "sortKey"
         ${listSql(lists, joinMetrics(PROJECT[lists.of]))}) i
       WHERE ($11::uuid IS NULL OR (i."sortKey", i.id) > ($10::${type}, $11))
         AND ($13::uuid IS NULL OR (i."sortKey", i.id) < ($12::${type}, $13))
       ${byKey} LIMIT $14`,
    )} ${byKey}`,
    values: [
      ...listValues(ctx, lists),
      (after ?? before)?.runId ?? null,
      ...valuesOf(after),
      ...valuesOf(before),
      page.size + 1,
    ],
  })
  return groupByParent(lists.ids, rows, ({ of }) => of).map((listRows) =>
    inListOrder(
      listRows.map(({ of: _, ...prompt }) => prompt),
      page,
    ),
  )
}

function valuesOf(position: PromptPosition | null | undefined): (string | number | null)[] {
  return [position?.sortKey ?? null, position?.id ?? null]
}
