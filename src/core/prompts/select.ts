import { z } from 'zod'
import { organizationOf, projectOf } from '../authorize.ts'
import type { Ctx } from '../context.ts'
import { parse } from '../parse.ts'
import { providerFilter } from '../providers/filter.ts'
import { canonicalKey, nameSchema } from '../text.ts'

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
})

/** The same with filters that only GraphQL has. */
const wideFilterSchema = promptFilterSchema.extend({
  tags: z.array(nameSchema).max(100, 'must be at most 100 tags').default([]),
  active: z.boolean('must be true or false').optional(),
})

/** Lists of prompts that are not deleted and meet all filters: those of each of these projects, or with each of these tags. */
export interface PromptLists {
  ids: readonly string[]
  /** What the ids are of. */
  of: 'project' | 'tag'
  filter: z.output<typeof wideFilterSchema>
}

/** {@link PromptLists} as a request gives them. */
export type RequestedPromptLists = Omit<PromptLists, 'filter'> & { filter: z.input<typeof wideFilterSchema> }

/** @throws {AppError} BAD_REQUEST */
export function parseLists({ ids, of, filter }: RequestedPromptLists): PromptLists {
  return { ids, of, filter: parse(wideFilterSchema, filter) }
}

/**
 * SQL of a list of prompts `p` below `of.id`: what follows its columns, up to its conditions. Its parameters are the first eight
 * of the statement, {@link listValues}.
 * @param join further tables
 */
export function listSql({ of }: Pick<PromptLists, 'of'>, join = ''): string {
  return `
  FROM prompt p
  JOIN project o ON o.id = p.project_id AND o.organization_id = $2::uuid AND ($3::uuid IS NULL OR o.id = $3)
  ${join}
  WHERE ${of === 'project' ? 'p.project_id = of.id' : 'p.id IN (SELECT l.prompt_id FROM prompt_tag l WHERE l.tag_id = of.id)'}
    AND p.deleted_at IS NULL
    AND ($4::text IS NULL OR p.text ILIKE $4)
    AND ($5::text IS NULL OR $5 = ANY (p.providers))
    AND ($6::text IS NULL OR EXISTS (
      SELECT FROM prompt_tag l JOIN tag t ON t.id = l.tag_id WHERE l.prompt_id = p.id AND t.key = $6))
    AND ($7::text[] IS NULL OR EXISTS (
      SELECT FROM prompt_tag l JOIN tag t ON t.id = l.tag_id WHERE l.prompt_id = p.id AND t.key = ANY ($7)))
    AND ($8::boolean IS NULL OR p.active = $8)`
}

/**
 * The values of {@link listSql}.
 * @throws {AppError} INVALID_PROVIDER
 */
export function listValues(ctx: Ctx, { ids, filter }: PromptLists): unknown[] {
  const { q, provider, tag, tags, active } = filter
  return [
    ids,
    organizationOf(ctx),
    ctx.actor.type === 'key' ? projectOf(ctx) : null,
    patternOf(q),
    providerFilter(ctx, provider),
    tag === undefined ? null : canonicalKey(tag),
    tags.length === 0 ? null : tags.map(canonicalKey),
    active ?? null,
  ]
}

/** An ILIKE pattern for texts that contain `q`, with its wildcards escaped. */
function patternOf(q: string): string | null {
  return q === '' ? null : `%${q.replace(/[\\%_]/g, '\\$&')}%`
}

const tagsOf = (column: string) => `
    ARRAY(SELECT t.${column} FROM prompt_tag l JOIN tag t ON t.id = l.tag_id
          WHERE l.prompt_id = p.id ORDER BY t.key COLLATE "C")`

/** The columns of a `prompt p` that make a PromptRecord. */
export const PROMPT_COLUMNS = `p.id, p.project_id AS "projectId", p.text, p.providers, p.locations, p.active, p.created_at AS "createdAt",
    p.updated_at AS "updatedAt", p.deleted_at AS "deletedAt", ${tagsOf('name')} AS tags, ${tagsOf('id')} AS "tagIds"`
