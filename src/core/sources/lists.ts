import type { QueryResultRow } from 'pg'
import { z } from 'zod'
import { type Enumeration, valuesOf } from '../../definitions/fields/enumeration.ts'
import { CITATION_OWNERS } from '../../definitions/vocabulary.ts'
import type { Ctx } from '../foundation/context.ts'
import { RESULT_AS_SHOWN } from '../observations/extracted-results.ts'
import { providerFilter } from '../providers/filter.ts'
import { filterFields, filterTextSchema, searchSchema } from '../results/filter.ts'
import { checkTracked } from '../results/tracked-competitor.ts'
import { ofEachList, type RunList } from '../runs/run-lists.ts'
import { SOURCE_CATEGORIES, sitesOf } from './category.ts'

function oneOf<Value extends string>(enumeration: Enumeration<Value>) {
  const values = valuesOf(enumeration)
  return z.enum(values, `must be one of ${values.join(', ')}`).optional()
}

/** Schema of {@link SourcesFilter}. */
export const sourcesFilterSchema = z.strictObject({
  provider: filterFields.provider,
  location: filterFields.location,
  mentioned: z
    .boolean('must be true or false')
    .optional()
    .describe('Only the sources of answers that name the brand (`true`) or do not name it (`false`).'),
  competitorId: filterTextSchema
    .optional()
    .describe('Only the sources of answers that name this competitor, given by its id.'),
  owner: oneOf(CITATION_OWNERS).describe('Only sites with this owner.'),
  category: oneOf(SOURCE_CATEGORIES).describe('Only sites of this kind.'),
  q: searchSchema.optional().describe('Only sites with this text in their domain, at most 200 characters.'),
})

/**
 * A filter on the counted answers (provider, location, and whom they name) and on the sites (owner, category and part of
 * the domain). Every given condition must match.
 */
export type SourcesFilter = z.input<typeof sourcesFilterSchema>
type CheckedSourcesFilter = z.output<typeof sourcesFilterSchema>

/** Variant of a statement over lists. */
export interface Reading {
  /** Whether the statement reads stored counts. */
  written: boolean
  /** Whether each list contains a single run. */
  single: boolean
}

/** Returns SQL of the sources of the answers that match the filter. */
export function sourcesIn({ urls = false }: { urls?: boolean } = {}): string {
  return `
  answered AS MATERIALIZED (
    -- Run by run, because PostgreSQL would join the whole table of batches for an array of runs.
    SELECT found.* FROM unnest(of.runs) AS run (id) CROSS JOIN LATERAL (
      SELECT r.id, r.observation->'citations' AS citations FROM ${RESULT_AS_SHOWN} r
      WHERE r.batch_id = run.id AND r.status = 'ok' AND ($3::text IS NULL OR r.provider = $3)
        AND ($4::text IS NULL OR r.location = $4) AND ($5::boolean IS NULL OR r.mentioned = $5)
        AND ($6::jsonb IS NULL OR r.observation @> $6) OFFSET 0) found),
  source AS (
    SELECT a.id, c.* FROM answered a CROSS JOIN LATERAL jsonb_to_recordset(a.citations)
      AS c (domain text, kind text, owner text, "competitorId" text${urls ? ', url text, title text' : ''}))`
}

/**
 * SQL of `written`: the counts of sites that were stored when the batches ended. They cover all answers.
 */
export const WRITTEN = `
  written AS (
    SELECT * FROM batch_source
    WHERE batch_id = ANY(of.runs) AND $3::text IS NULL AND $4::text IS NULL
      AND $5::boolean IS NULL AND $6::jsonb IS NULL)`

/**
 * Returns SQL of `listed`: the sites of `site` that match the filter on sites. `owners` is the rest of a SELECT after
 * `domain`, `owner` and `"competitorId"` that returns the number of `citations` of each owner.
 */
export function listedSites(owners: string): string {
  return `
  owned AS (
    SELECT domain, owner, "competitorId", ${owners}
    GROUP BY domain, owner, "competitorId"),
  owners AS MATERIALIZED (
    SELECT DISTINCT ON (domain) domain, owner, "competitorId" FROM owned
    ORDER BY domain, citations DESC, owner, "competitorId"),
  listed AS (
    SELECT s.*, o.owner, o."competitorId" FROM site s JOIN owners o ON o.domain = s.domain
    WHERE ($7::text IS NULL OR strpos(s.domain, $7) > 0) AND o.owner = ALL($8::text[])
      AND ($9::text[] IS NULL OR s.domain = ANY($9)) AND ($10::text[] IS NULL OR s.domain <> ALL($10)))`
}

/** SQL of the number of counted answers, for use with {@link sourcesIn} and with {@link WRITTEN} respectively. */
export const COUNTED_ANSWERS = 'SELECT count(*)::int FROM answered'
export const STORED_ANSWERS = `SELECT coalesce(sum((summary->'results'->>'ok')::int), 0)::int FROM batch WHERE id = ANY(of.runs)`

/** The first metrics versions that stored counts of sites and of their pages when a batch ended. */
export const STORED_SINCE = { sites: 1, pages: 6 } as const

/** Owners in the stored counts {@link WRITTEN}, for {@link listedSites}. */
export const STORED_OWNERS = `sum(o.citations) AS citations
  FROM written CROSS JOIN LATERAL jsonb_to_recordset(owners) AS o (owner text, "competitorId" text, citations int)`

/**
 * Returns the rows that `select` finds for each list. Runs one statement over the lists with stored counts, and one
 * over the others. In `select`, the parameters $1–$10 belong to {@link sourcesIn} and {@link listedSites}; `values` are
 * the parameters after them.
 * @throws {AppError} BAD_REQUEST on `competitorId`; INVALID_PROVIDER
 */
export async function rowsOfLists<Found extends QueryResultRow>(
  ctx: Ctx,
  lists: readonly RunList[],
  {
    filter,
    storedSince,
    name,
    select,
    order,
    values,
  }: {
    filter: CheckedSourcesFilter
    /** First metrics version with stored counts that contain the selected columns. */
    storedSince: number
    name: string
    select: (reading: Reading) => string
    order: string
    values: readonly unknown[]
  },
): Promise<Found[]> {
  const { provider, location, mentioned, competitorId, owner, category, q } = filter
  const runIds = lists.flatMap((list) => list.runIds)
  const competitor =
    competitorId === undefined || runIds.length === 0
      ? null
      : await checkTracked(ctx, runIds, { competitorId })
  const naming = competitor && JSON.stringify({ competitors: [{ id: competitor, mentioned: true }] })
  const answers = [providerFilter(ctx, provider), location ?? null, mentioned ?? null, naming]
  const sites = category && sitesOf(category)
  const owners = [owner, sites?.owner].filter((wanted) => wanted !== undefined)
  const onSites = [q?.toLowerCase() ?? null, owners, sites?.only ?? null, sites?.without ?? null]
  // Stored counts cover all answers, so they cannot be used with these conditions.
  const unwritten = answers.every((condition) => condition === null)
    ? await unwrittenOf(ctx, lists, storedSince)
    : null
  const isWritten = ({ runIds }: RunList) => unwritten !== null && !runIds.some((id) => unwritten.has(id))
  const read = async (written: boolean) => {
    const chosen = lists.filter((list) => isWritten(list) === written)
    if (chosen.length === 0) return []
    const single = chosen.every(({ runIds }) => runIds.length === 1)
    const ids = chosen.flatMap(({ id, runIds }) => runIds.map(() => id))
    const { rows } = await ctx.db.pool.query<Found>({
      name: `${name}-${written}-${single}`,
      text: `${ofEachList(select({ written, single }))} ORDER BY ${order}`,
      values: [ids, chosen.flatMap(({ runIds }) => runIds), ...answers, ...onSites, ...values],
    })
    return rows
  }
  return (await Promise.all([read(true), read(false)])).flat()
}

/** Returns the runs in the lists that have no stored counts. */
async function unwrittenOf(ctx: Ctx, lists: readonly RunList[], storedSince: number): Promise<Set<string>> {
  const { rows } = await ctx.db.pool.query<{ id: string }>({
    name: 'unwritten-sources',
    text: 'SELECT id FROM batch WHERE id = ANY($1::uuid[]) AND metrics_version < $2',
    values: [lists.flatMap(({ runIds }) => runIds), storedSince],
  })
  return new Set(rows.map(({ id }) => id))
}
