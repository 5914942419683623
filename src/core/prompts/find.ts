import { z } from 'zod'
import { authorize, organizationOf, projectOf } from '../authorize.ts'
import type { Ctx } from '../context.ts'
import { belowEach, countOfEach, idPage, inListOrder, type Page, rowsOfEach } from '../page.ts'
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
    .default('')
    .describe('Part of the text, in any case.'),
  provider: z.string('must be a provider id').optional().describe('Asked of this provider: its id or alias.'),
  tag: nameSchema.optional().describe('With this tag: its name, in any case.'),
  active: z.boolean('must be true or false').optional().describe('Whether runs ask it.'),
})
export type PromptFilter = z.output<typeof promptFilterSchema>

/** Lists of prompts that are not deleted and meet all filters: those of each of these projects, or with each of these tags. */
export interface PromptLists {
  ids: readonly string[]
  /** What the ids are of. */
  of: 'project' | 'tag'
  filter: PromptFilter
}

/**
 * A page of each list, ordered by creation, and one more if there are more. Empty for a project the caller may not read.
 * @throws {AppError} INVALID_PROVIDER
 */
export async function findPrompts(
  ctx: Ctx,
  lists: PromptLists,
  { page, newestFirst = false }: { page: Page; newestFirst?: boolean },
): Promise<PromptRecord[][]> {
  const { where, orderBy, take } = idPage(page, { newestFirst })
  const single = lists.ids.length === 1
  const { rows } = await ctx.db.pool.query<PromptRecord & { of: string }>({
    name: `list-prompts-${lists.of}-${orderBy.id}-${single}`,
    text: `${belowEach(
      '$1',
      `SELECT ${COLUMNS} ${matching(lists)} AND ($8::uuid IS NULL OR p.id > $8) AND ($9::uuid IS NULL OR p.id < $9)
       ORDER BY p.id ${orderBy.id} LIMIT $10`,
      { single },
    )} ORDER BY i.id ${orderBy.id}`,
    values: [...valuesOf(ctx, lists), where.id.gt ?? null, where.id.lt ?? null, take],
  })
  return rowsOfEach(lists.ids, rows, ({ of }) => of).map((found) =>
    inListOrder(
      found.map(({ of: _, ...prompt }) => prompt),
      page,
    ),
  )
}

function valuesOf(ctx: Ctx, { ids, filter: { q, provider, tag, active } }: PromptLists): unknown[] {
  return [
    ids,
    organizationOf(ctx),
    ctx.actor.type === 'key' ? projectOf(ctx) : null,
    patternOf(q),
    providerFilter(ctx, provider),
    tag === undefined ? null : canonicalKey(tag),
    active ?? null,
  ]
}

const matching = ({ of }: PromptLists) => `
  FROM prompt p
  JOIN project o ON o.id = p.project_id AND o.organization_id = $2::uuid AND ($3::uuid IS NULL OR o.id = $3)
  WHERE ${of === 'project' ? 'p.project_id = of.id' : 'p.id IN (SELECT l.prompt_id FROM prompt_tag l WHERE l.tag_id = of.id)'}
    AND p.deleted_at IS NULL
    AND ($4::text IS NULL OR p.text ILIKE $4)
    AND ($5::text IS NULL OR $5 = ANY (p.providers))
    AND ($6::text IS NULL OR EXISTS (
      SELECT FROM prompt_tag l JOIN tag t ON t.id = l.tag_id WHERE l.prompt_id = p.id AND t.key = $6))
    AND ($7::boolean IS NULL OR p.active = $7)`

const tagsOf = (column: string) => `
    ARRAY(SELECT t.${column} FROM prompt_tag l JOIN tag t ON t.id = l.tag_id
          WHERE l.prompt_id = p.id ORDER BY t.key COLLATE "C")`

const COLUMNS = `p.id, p.project_id AS "projectId", p.text, p.providers, p.locations, p.active, p.created_at AS "createdAt",
    p.updated_at AS "updatedAt", p.deleted_at AS "deletedAt", ${tagsOf('name')} AS tags, ${tagsOf('id')} AS "tagIds"`

/** An ILIKE pattern for texts that contain `q`, with its wildcards escaped. */
function patternOf(q: string): string | null {
  return q === '' ? null : `%${q.replace(/[\\%_]/g, '\\$&')}%`
}

/** {@link PromptLists} as a request gives them. */
export type RequestedPromptLists = Omit<PromptLists, 'filter'> & {
  filter: z.input<typeof promptFilterSchema>
}

function parseLists({ ids, of, filter }: RequestedPromptLists): PromptLists {
  return { ids, of, filter: parse(promptFilterSchema, filter) }
}

/**
 * A page of each list, ordered by creation, and one more if there are more. Empty for another tenant's project or tag.
 * @throws {AppError} PROJECT_SCOPED_KEY_REQUIRED; BAD_REQUEST; INVALID_PROVIDER
 */
export async function pagePrompts({
  ctx,
  input,
}: {
  ctx: Ctx
  input: RequestedPromptLists & { page: Page; newestFirst: boolean }
}): Promise<PromptRecord[][]> {
  authorize(ctx, 'prompts:read')
  return findPrompts(ctx, parseLists(input), input)
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
    text: belowEach('$1', `SELECT count(*)::int AS count ${matching(lists)}`),
    values: valuesOf(ctx, lists),
  })
  return countOfEach(lists.ids, rows)
}
