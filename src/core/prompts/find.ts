import { authorize } from '../authorize.ts'
import type { Ctx } from '../context.ts'
import { belowEach, countOfEach, idPage, inListOrder, type Page, rowsOfEach } from '../page.ts'
import type { PromptRecord } from './row.ts'
import { listSql, listValues, PROMPT_COLUMNS, parseLists, type RequestedPromptLists } from './select.ts'

/**
 * A page of each list, ordered by creation, and one more if there are more. Empty for another tenant's project or tag.
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
    text: `${belowEach(
      '$1',
      `SELECT ${PROMPT_COLUMNS} ${listSql(lists)}
       AND ($9::uuid IS NULL OR p.id > $9) AND ($10::uuid IS NULL OR p.id < $10)
       ORDER BY p.id ${orderBy.id} LIMIT $11`,
      { single },
    )} ORDER BY i.id ${orderBy.id}`,
    values: [...listValues(ctx, lists), where.id.gt ?? null, where.id.lt ?? null, take],
  })
  return rowsOfEach(lists.ids, rows, ({ of }) => of).map((found) =>
    inListOrder(
      found.map(({ of: _, ...prompt }) => prompt),
      page,
    ),
  )
}

/**
 * How many prompts {@link pagePrompts} has in all pages of each list.
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
    text: belowEach('$1', `SELECT count(*)::int AS count ${listSql(lists)}`),
    values: listValues(ctx, lists),
  })
  return countOfEach(lists.ids, rows)
}
