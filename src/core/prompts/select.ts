import { z } from 'zod'
import { requireOrganizationId, requireProjectId } from '../access/authorize.ts'
import type { Ctx } from '../foundation/context.ts'
import { parse } from '../foundation/parse.ts'
import { canonicalKey, nameSchema } from '../foundation/text.ts'
import { providerFilter } from '../providers/filter.ts'

/** Filters for a list of prompts. */
export const promptFilterSchema = z.strictObject({
  q: z
    .string('must be a text')
    .max(5_000, 'must be at most 5,000 characters')
    .refine((text) => !text.includes('\0'), 'must not contain NUL')
    .default('')
    .describe('Text that the prompt contains (case-insensitive).'),
  provider: z
    .string('must be a provider id')
    .optional()
    .describe('ID or alias of a provider that the prompt is sent to.'),
  tag: nameSchema.optional().describe('Name of a tag of the prompt (case-insensitive).'),
})

/** The filters of the REST API, plus filters that only GraphQL offers. */
const wideFilterSchema = promptFilterSchema.extend({
  tags: z.array(nameSchema).max(100, 'must be at most 100 tags').default([]),
  active: z.boolean('must be true or false').optional(),
})

/**
 * Several lists of prompts: one per project or per tag in `ids`. Each contains the prompts that match all filters;
 * deleted prompts are excluded.
 */
export interface PromptLists {
  ids: readonly string[]
  /** Whether `ids` are ids of projects or of tags. */
  of: 'project' | 'tag'
  filter: z.output<typeof wideFilterSchema>
}

/** {@link PromptLists} with filters that are not validated yet. */
export type RequestedPromptLists = Omit<PromptLists, 'filter'> & { filter: z.input<typeof wideFilterSchema> }

/**
 * Validates the filters of requested lists.
 * @throws {AppError} BAD_REQUEST
 */
export function parseLists({ ids, of, filter }: RequestedPromptLists): PromptLists {
  return { ids, of, filter: parse(wideFilterSchema, filter) }
}

/**
 * Returns the SQL of a list of prompts `p` below `of.id`, from `FROM` to the end of its conditions. It uses the
 * parameters $1 to $8; {@link listValues} returns their values.
 * @param join SQL of additional joins
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
 * Returns the parameter values for {@link listSql}.
 * @throws {AppError} INVALID_PROVIDER
 */
export function listValues(ctx: Ctx, { ids, filter }: PromptLists): unknown[] {
  const { q, provider, tag, tags, active } = filter
  return [
    ids,
    requireOrganizationId(ctx),
    ctx.actor.type === 'key' ? requireProjectId(ctx) : null,
    patternOf(q),
    providerFilter(ctx, provider),
    tag === undefined ? null : canonicalKey(tag),
    tags.length === 0 ? null : tags.map(canonicalKey),
    active ?? null,
  ]
}

/** Returns an ILIKE pattern for texts that contain `q`, with wildcards in `q` escaped; null if `q` is empty. */
function patternOf(q: string): string | null {
  return q === '' ? null : `%${q.replace(/[\\%_]/g, '\\$&')}%`
}

const tagsOf = (column: string) => `
    ARRAY(SELECT t.${column} FROM prompt_tag l JOIN tag t ON t.id = l.tag_id
          WHERE l.prompt_id = p.id ORDER BY t.key COLLATE "C")`

/** Columns of a `prompt p` that make up a {@link PromptRecord}. */
export const PROMPT_COLUMNS = `p.id, p.project_id AS "projectId", p.text, p.providers, p.locations, p.active, p.created_at AS "createdAt",
    p.updated_at AS "updatedAt", p.deleted_at AS "deletedAt", ${tagsOf('name')} AS tags, ${tagsOf('id')} AS "tagIds"`
