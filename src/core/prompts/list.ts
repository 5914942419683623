import { createHash } from 'node:crypto'
import { z } from 'zod'
import { authorize, projectOf } from '../authorize.ts'
import type { Ctx } from '../context.ts'
import { pageSizeSchema } from '../page.ts'
import { badFields, parse } from '../parse.ts'
import { findPrompts, promptFilterSchema } from './find.ts'
import type { PromptRecord } from './row.ts'

/**
 * A cursor after a prompt of a project's list, whether or not the prompt still exists. It contains a digest, by which cursors
 * that were not issued for this project are recognised.
 */
export function cursorAfter(projectId: string, promptId: string): string {
  const id = Buffer.from(promptId.replaceAll('-', ''), 'hex')
  return Buffer.concat([id, digest(projectId, id)]).toString('base64url')
}

/**
 * The id of the prompt that a cursor points after.
 * @throws {AppError} BAD_REQUEST for a cursor that was not issued for this project
 */
export function promptBefore(projectId: string, cursor: string): string {
  const bytes = Buffer.from(cursor, 'base64url')
  const id = bytes.subarray(0, 16)
  // The text is compared too, because Buffer ignores characters that are not base64url.
  const isIssued = bytes.toString('base64url') === cursor && digest(projectId, id).equals(bytes.subarray(16))
  if (!isIssued)
    throw badFields({ cursor: 'is not a cursor of this list; use nextCursor of an earlier page' })
  return id.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
}

function digest(projectId: string, id: Buffer): Buffer {
  return createHash('sha256').update(`prompts ${projectId} `).update(id).digest().subarray(0, 8)
}

/** Number of prompts of a page: the default and the maximum. */
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
  const { limit, cursor, ...filter } = parse(inputSchema, input)
  const after = cursor === undefined ? null : promptBefore(projectId, cursor)
  const page = { size: limit, backward: false, after, before: null }
  const [found = []] = await findPrompts(ctx, { ids: [projectId], of: 'project', filter }, { page })
  const prompts = found.slice(0, limit)
  const last = prompts.at(-1)
  return { prompts, nextCursor: last && found.length > limit ? cursorAfter(projectId, last.id) : null }
}
