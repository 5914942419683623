import { z } from 'zod'
import { authorize, requireProjectId } from '../access/authorize.ts'
import type { Ctx } from '../foundation/context.ts'
import { cursorAfter, keyBefore } from '../foundation/cursor.ts'
import { pageSizeSchema } from '../foundation/page.ts'
import { parse } from '../foundation/parse.ts'
import { pagePrompts } from './find.ts'
import type { PromptRecord } from './row.ts'
import { promptFilterSchema } from './select.ts'

/** Returns the name of a list of prompts, which its cursors contain: a cursor is valid for one project and one filter. */
export function promptsList(projectId: string, filter: z.output<typeof promptFilterSchema>): string {
  return `prompts ${projectId} ${JSON.stringify(filter)}`
}

/** Default and maximum number of prompts per page. */
export const PROMPTS_PAGE = { usual: 50, most: 200 } as const

const inputSchema = promptFilterSchema.extend({
  limit: pageSizeSchema(PROMPTS_PAGE),
  cursor: z.string('must be a text').optional(),
})

/** A page of prompts. `nextCursor` is null on the last page. */
export interface PromptPage {
  prompts: PromptRecord[]
  nextCursor: string | null
}

/**
 * Returns a page of the prompts of the key's project that match all filters, ordered by creation. Deleted prompts are
 * excluded. Cursors refer to ids, so prompts that are created or deleted between two requests do not shift the others
 * to another page.
 * @throws {AppError} BAD_REQUEST, including for a cursor of another list or filter; INVALID_PROVIDER
 */
export async function listPrompts({
  ctx,
  input,
}: {
  ctx: Ctx
  input: z.input<typeof inputSchema>
}): Promise<PromptPage> {
  authorize(ctx, 'prompts:read')
  const projectId = requireProjectId(ctx)
  const { limit, cursor, ...filter } = parse(inputSchema, input)
  const list = promptsList(projectId, filter)
  const after = cursor === undefined ? null : keyBefore(list, cursor)
  const page = { size: limit, backward: false, after, before: null }
  const [rows = []] = await pagePrompts({
    ctx,
    input: { ids: [projectId], of: 'project', filter, page, newestFirst: false },
  })
  const prompts = rows.slice(0, limit)
  const last = prompts.at(-1)
  return { prompts, nextCursor: last && rows.length > limit ? cursorAfter(list, last.id) : null }
}
