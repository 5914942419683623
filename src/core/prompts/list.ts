import { z } from 'zod'
import { authorize, projectOf } from '../authorize.ts'
import type { Ctx } from '../context.ts'
import { pageSizeSchema } from '../page-size.ts'
import { parse } from '../parse.ts'
import { cursorAfter, promptBefore } from './cursor.ts'
import { findPrompts, promptFilterSchema } from './find.ts'
import type { PromptRecord } from './record.ts'

/** Prompts of a page (contract §3). */
export const PROMPTS_PAGE = { usual: 50, most: 200 } as const

const inputSchema = promptFilterSchema.omit({ active: true }).extend({
  limit: pageSizeSchema(PROMPTS_PAGE),
  cursor: z.string('must be a text').optional(),
})

/** A page of prompts; `nextCursor` null after the last one. */
export interface PromptPage {
  prompts: PromptRecord[]
  nextCursor: string | null
}

/**
 * The living prompts of the key's project in the order of their creation, those that meet all the filters. Pages are cut by
 * id: prompts that come or go in between move no other one.
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
  const { limit, cursor, ...filter } = parse(inputSchema, input)
  const after = cursor === undefined ? null : promptBefore(projectId, cursor)
  const page = { size: limit, backward: false, after, before: null }
  const found = await findPrompts(ctx, projectId, { filter, page })
  const prompts = found.slice(0, limit)
  const last = prompts.at(-1)
  return { prompts, nextCursor: last && found.length > limit ? cursorAfter(projectId, last.id) : null }
}
