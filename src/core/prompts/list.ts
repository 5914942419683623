import { z } from 'zod'
import { authorize, projectOf } from '../authorize.ts'
import type { Ctx } from '../context.ts'
import { cursorAfter, keyBefore } from '../cursor.ts'
import { pageSizeSchema } from '../page.ts'
import { parse } from '../parse.ts'
import { pagePrompts } from './find.ts'
import type { PromptRecord } from './row.ts'
import { promptFilterSchema } from './select.ts'

/** Names the list of a project's prompts in its cursors. */
export function promptsList(projectId: string): string {
  return `prompts ${projectId}`
}

/** Number of prompts of a page: the default and the maximum. */
export const PROMPTS_PAGE = { usual: 50, most: 200 } as const

const inputSchema = promptFilterSchema.extend({
  limit: pageSizeSchema(PROMPTS_PAGE),
  cursor: z.string('must be a text').optional(),
})

/** A page of prompts; `nextCursor` null after the last one. */
export interface PromptPage {
  prompts: PromptRecord[]
  nextCursor: string | null
}

/**
 * A page of the prompts of the key's project that are not deleted and meet all filters, ordered by creation. Pages are cut by
 * id: prompts that are created or deleted between two requests do not move others between pages.
 * @throws {AppError} BAD_REQUEST, also for a forged cursor; INVALID_PROVIDER
 */
export async function listPrompts({
  ctx,
  input,
}: {
  ctx: Ctx
  input: z.input<typeof inputSchema>
}): Promise<PromptPage> {
  authorize(ctx, 'prompts:read')
  const projectId = projectOf(ctx)
  const list = promptsList(projectId)
  const { limit, cursor, ...filter } = parse(inputSchema, input)
  const after = cursor === undefined ? null : keyBefore(list, cursor)
  const page = { size: limit, backward: false, after, before: null }
  const [found = []] = await pagePrompts({
    ctx,
    input: { ids: [projectId], of: 'project', filter, page, newestFirst: false },
  })
  const prompts = found.slice(0, limit)
  const last = prompts.at(-1)
  return { prompts, nextCursor: last && found.length > limit ? cursorAfter(list, last.id) : null }
}
