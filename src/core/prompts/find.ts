import { z } from 'zod'
import { authorize, organizationOf, projectOf } from '../authorize.ts'
import type { Ctx } from '../context.ts'
import { idPage, inListOrder, type Page } from '../page.ts'
import { parse } from '../parse.ts'
import { providerFilter } from '../providers/filter.ts'
import { canonicalKey, nameSchema } from '../text.ts'
import type { PromptRecord } from './row.ts'

/** Which prompts of a project a list shows. */
export const promptFilterSchema = z.strictObject({
  q: z
    .string('must be a text')
    .max(5_000, 'must be at most 5,000 characters')
    .refine((text) => !text.includes('\0'), 'must not contain NUL')
    .default(''),
  provider: z.string('must be a provider id').optional(),
  tag: nameSchema.optional(),
  active: z.boolean('must be true or false').optional(),
})
export type PromptFilter = z.output<typeof promptFilterSchema>

/**
 * A page of the prompts of a project that meet all filters, ordered by creation, and one more if there are more. Empty for a
 * project the caller may not read.
 * @throws {AppError} INVALID_PROVIDER
 */
export async function findPrompts(
  ctx: Ctx,
  projectId: string,
  { filter, page, newestFirst = false }: { filter: PromptFilter; page: Page; newestFirst?: boolean },
): Promise<PromptRecord[]> {
  const { where, orderBy, take } = idPage(page, { newestFirst })
  const { rows } = await ctx.db.pool.query<PromptRecord>({
    name: `list-prompts-${orderBy.id}`,
    text: LIST_STATEMENTS[orderBy.id],
    values: [...conditionsOf(ctx, projectId, filter), where.id.gt ?? null, where.id.lt ?? null, take],
  })
  return inListOrder(rows, page)
}

/**
 * How many prompts {@link findPrompts} has in all its pages.
 * @throws {AppError} INVALID_PROVIDER
 */
export async function countMatching(ctx: Ctx, projectId: string, filter: PromptFilter): Promise<number> {
  const { rows } = await ctx.db.pool.query<{ count: number }>({
    name: 'count-prompts',
    text: `SELECT count(*)::int AS count ${MATCHING}`,
    values: conditionsOf(ctx, projectId, filter),
  })
  return rows[0]?.count ?? 0
}

function conditionsOf(ctx: Ctx, projectId: string, { q, provider, tag, active }: PromptFilter): unknown[] {
  return [
    projectId,
    organizationOf(ctx),
    ctx.actor.type === 'key' ? projectOf(ctx) : null,
    patternOf(q),
    providerFilter(ctx, provider),
    tag === undefined ? null : canonicalKey(tag),
    active ?? null,
  ]
}

const MATCHING = `
  FROM prompt p
  JOIN project o ON o.id = p.project_id AND o.organization_id = $2::uuid AND ($3::uuid IS NULL OR o.id = $3)
  WHERE p.project_id = $1::uuid AND p.deleted_at IS NULL
    AND ($4::text IS NULL OR p.text ILIKE $4)
    AND ($5::text IS NULL OR $5 = ANY (p.providers))
    AND ($6::text IS NULL OR EXISTS (
      SELECT FROM prompt_tag l JOIN tag t ON t.id = l.tag_id WHERE l.prompt_id = p.id AND t.key = $6))
    AND ($7::boolean IS NULL OR p.active = $7)`

const tagsOf = (column: string) => `
    ARRAY(SELECT t.${column} FROM prompt_tag l JOIN tag t ON t.id = l.tag_id
          WHERE l.prompt_id = p.id ORDER BY t.key COLLATE "C")`

const listStatement = (direction: string) => `
  SELECT p.id, p.project_id AS "projectId", p.text, p.providers, p.locations, p.active, p.created_at AS "createdAt",
    p.updated_at AS "updatedAt", p.deleted_at AS "deletedAt", ${tagsOf('name')} AS tags, ${tagsOf('id')} AS "tagIds"
  ${MATCHING}
    AND ($8::uuid IS NULL OR p.id > $8)
    AND ($9::uuid IS NULL OR p.id < $9)
  ORDER BY p.id ${direction}
  LIMIT $10`

const LIST_STATEMENTS = { asc: listStatement('ASC'), desc: listStatement('DESC') }

/** An ILIKE pattern for texts that contain `q`, with its wildcards escaped. */
function patternOf(q: string): string | null {
  return q === '' ? null : `%${q.replace(/[\\%_]/g, '\\$&')}%`
}

/** Which prompts of which project a list contains: those that meet all filters and are not deleted. */
export interface PromptList {
  projectId: string
  filter: z.input<typeof promptFilterSchema>
}

/**
 * A page of the prompts of a list, ordered by creation, and one more if there are more. Empty for another tenant's project.
 * @throws {AppError} PROJECT_SCOPED_KEY_REQUIRED; BAD_REQUEST; INVALID_PROVIDER
 */
export async function pagePrompts({
  ctx,
  input: { projectId, filter, page, newestFirst },
}: {
  ctx: Ctx
  input: PromptList & { page: Page; newestFirst: boolean }
}): Promise<PromptRecord[]> {
  authorize(ctx, 'prompts:read')
  return findPrompts(ctx, projectId, { filter: parse(promptFilterSchema, filter), page, newestFirst })
}

/**
 * How many prompts {@link pagePrompts} has in all its pages.
 * @throws {AppError} PROJECT_SCOPED_KEY_REQUIRED; BAD_REQUEST; INVALID_PROVIDER
 */
export async function countPrompts({
  ctx,
  input: { projectId, filter },
}: {
  ctx: Ctx
  input: PromptList
}): Promise<number> {
  authorize(ctx, 'prompts:read')
  return countMatching(ctx, projectId, parse(promptFilterSchema, filter))
}
