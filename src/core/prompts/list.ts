import { z } from 'zod'
import { authorize, projectOf } from '../authorize.ts'
import type { Ctx } from '../context.ts'
import { pageSizeSchema } from '../page-size.ts'
import { parse } from '../parse.ts'
import { providerFilter } from '../providers/filter.ts'
import { canonicalKey, nameSchema } from '../text.ts'
import { cursorAfter, promptBefore } from './cursor.ts'
import type { PromptRecord } from './record.ts'

/** Prompts of a page (contract §3). */
export const PROMPTS_PAGE = { usual: 50, most: 200 } as const

const inputSchema = z.strictObject({
  limit: pageSizeSchema(PROMPTS_PAGE),
  cursor: z.string('must be a text').optional(),
  q: z
    .string('must be a text')
    .max(5_000, 'must be at most 5,000 characters')
    .refine((text) => !text.includes('\0'), 'must not contain NUL')
    .default(''),
  provider: z.string('must be a provider id').optional(),
  tag: nameSchema.optional(),
})

/** A page of prompts; `nextCursor` null after the last one. */
export interface PromptPage {
  prompts: PromptRecord[]
  nextCursor: string | null
}

/**
 * The living prompts of the project in the order of their creation, those that meet all the filters. Pages are cut by id:
 * prompts that come or go in between move no other one.
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
  const { limit, cursor, q, provider, tag } = parse(inputSchema, input)
  const after = cursor === undefined ? null : promptBefore(projectId, cursor)
  const token = providerFilter(ctx, provider)
  const { rows } = await ctx.db.pool.query<PromptRecord>({
    name: 'list-prompts',
    text: LIST,
    // One more than asked for tells whether there is a next page.
    values: [projectId, after, patternOf(q), token, tag === undefined ? null : canonicalKey(tag), limit + 1],
  })
  const prompts = rows.slice(0, limit)
  const last = prompts.at(-1)
  return { prompts, nextCursor: last && rows.length > limit ? cursorAfter(projectId, last.id) : null }
}

const LIST = `
  SELECT p.id, p.text, p.providers, p.locations, p.active, p.created_at AS "createdAt", p.updated_at AS "updatedAt",
    ARRAY(SELECT t.name FROM prompt_tag l JOIN tag t ON t.id = l.tag_id
          WHERE l.prompt_id = p.id ORDER BY t.key COLLATE "C") AS tags
  FROM prompt p
  WHERE p.project_id = $1::uuid AND p.deleted_at IS NULL
    AND ($2::uuid IS NULL OR p.id > $2)
    AND ($3::text IS NULL OR p.text ILIKE $3)
    AND ($4::text IS NULL OR $4 = ANY (p.providers))
    AND ($5::text IS NULL OR EXISTS (
      SELECT FROM prompt_tag l JOIN tag t ON t.id = l.tag_id WHERE l.prompt_id = p.id AND t.key = $5))
  ORDER BY p.id
  LIMIT $6`

/** Finds the text itself: its wildcards are none. */
function patternOf(q: string): string | null {
  return q === '' ? null : `%${q.replace(/[\\%_]/g, '\\$&')}%`
}
