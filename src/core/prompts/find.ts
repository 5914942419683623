import { authorize } from '../access/authorize.ts'
import type { Ctx } from '../foundation/context.ts'
import {
  countByParent,
  groupByParent,
  idPage,
  inListOrder,
  type Page,
  queryPerParent,
} from '../foundation/page.ts'
import type { PromptRecord } from './row.ts'
import { listSql, listValues, PROMPT_COLUMNS, parseLists, type RequestedPromptLists } from './select.ts'

/**
 * Returns a page of each list, ordered by creation, plus one extra prompt if there are more. A list is empty if its
 * project or tag belongs to another tenant.
 * @throws {AppError} PROJECT_SCOPED_KEY_REQUIRED; BAD_REQUEST; INVALID_PROVIDER
 */
export async function pagePrompts({
  ctx,
  input: { page, newestFirst, ...requested },
}: {
  ctx: Ctx
  input: RequestedPromptLists & { page: Page; newestFirst: boolean }
}): Promise<PromptRecord[][]> {
  authorize(ctx, 'prompts:read')
  const lists = parseLists(requested)
  const { where, orderBy, take } = idPage(page, { newestFirst })
  const single = lists.ids.length === 1
  const { rows } = await ctx.db.pool.query<PromptRecord & { of: string }>({
    name: `list-prompts-${lists.of}-${orderBy.id}-${single}`,
    text: `${queryPerParent(
      '$1',
      `SELECT ${PROMPT_COLUMNS} ${listSql(lists)}
       AND ($9::uuid IS NULL OR p.id > $9) AND ($10::uuid IS NULL OR p.id < $10)
       ORDER BY p.id ${orderBy.id} LIMIT $11`,
      { single },
    )} ORDER BY i.id ${orderBy.id}`,
    values: [...listValues(ctx, lists), where.id.gt ?? null, where.id.lt ?? null, take],
  })
  return groupByParent(lists.ids, rows, ({ of }) => of).map((listRows) =>
    inListOrder(
      listRows.map(({ of: _, ...prompt }) => prompt),
      page,
    ),
  )
}

/**
 * Returns the total number of prompts in all pages of {@link pagePrompts}, for each list.
 * @throws {AppError} PROJECT_SCOPED_KEY_REQUIRED; BAD_REQUEST; INVALID_PROVIDER
 */
export async function countPrompts({
  ctx,
  input,
}: {
  ctx: Ctx
  input: RequestedPromptLists
}): Promise<number[]> {
  authorize(ctx, 'prompts:read')
  const lists = parseLists(input)
  const { rows } = await ctx.db.pool.query<{ of: string; count: number }>({
    name: `count-prompts-${lists.of}`,
    text: queryPerParent('$1', `SELECT count(*)::int AS count ${listSql(lists)}`),
    values: listValues(ctx, lists),
  })
  return countByParent(lists.ids, rows)
}
