import type { QueryResultRow } from 'pg'
import { z } from 'zod'
import { valuesOf } from '../../definitions/enumeration.ts'
import { CITATION_OWNERS } from '../../definitions/vocabulary.ts'
import type { Ctx } from '../context.ts'
import { RESULT_AS_SHOWN } from '../observations/extracted-results.ts'
import { providerFilter } from '../providers/filter.ts'
import { ofEachList, type RunList } from '../runs/run-lists.ts'
import { filterFields, searchSchema } from './filter.ts'
import { SOURCE_CATEGORIES, sitesOf } from './source-category.ts'

/** Schema of {@link SourcesFilter}. */
export const sourcesFilterSchema = z.strictObject({
  provider: filterFields.provider,
  location: filterFields.location,
  owner: z.enum(valuesOf(CITATION_OWNERS)).optional(),
  category: z.enum(valuesOf(SOURCE_CATEGORIES)).optional(),
  q: searchSchema.optional(),
})

/**
 * A filter: on the answers that are counted, by provider and location; on the sites, by owner, category and a part of the
 * domain. Every condition given must be met.
 */
export type SourcesFilter = z.input<typeof sourcesFilterSchema>
type CheckedSourcesFilter = z.output<typeof sourcesFilterSchema>

/** What a statement over lists is made for. */
export interface Reading {
  /** Whether it reads stored counts. */
  written: boolean
  /** Whether each list is that of one run. */
  single: boolean
}

/** The sources of the answers that meet the filter. */
export function sourcesIn({ urls = false }: { urls?: boolean } = {}): string {
  return `
  answered AS MATERIALIZED (
    SELECT r.id, r.observation->'citations' AS citations FROM ${RESULT_AS_SHOWN} r
    WHERE r.batch_id = ANY(of.runs) AND r.status = 'ok' AND ($3::text IS NULL OR r.provider = $3)
      AND ($4::text IS NULL OR r.location = $4)),
  source AS (
    SELECT a.id, c.* FROM answered a CROSS JOIN LATERAL jsonb_to_recordset(a.citations)
      AS c (domain text, kind text, owner text, "competitorId" text${urls ? ', url text, title text' : ''}))`
}

/** `written`, the counts of sites that were stored when the batches ended, which cover all providers and locations. */
export const WRITTEN = `
  written AS (
    SELECT * FROM batch_source WHERE batch_id = ANY(of.runs) AND $3::text IS NULL AND $4::text IS NULL)`

/**
 * `listed`: those of the sites in `site` that meet a filter on sites. `owners` is the rest of a SELECT, after `domain`, `owner` and
 * `"competitorId"`, that says how many `citations` each owner has.
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
    WHERE ($5::text IS NULL OR strpos(s.domain, $5) > 0) AND o.owner = ALL($6::text[])
      AND ($7::text[] IS NULL OR s.domain = ANY($7)) AND ($8::text[] IS NULL OR s.domain <> ALL($8)))`
}

/** SELECTs the number of answers that are counted: beside {@link sourcesIn}, and beside {@link WRITTEN}. */
export const COUNTED_ANSWERS = 'SELECT count(*)::int FROM answered'
export const STORED_ANSWERS = `SELECT coalesce(sum((summary->'results'->>'ok')::int), 0)::int FROM batch WHERE id = ANY(of.runs)`

/** The version of the metrics from which on counts are stored when a batch ends: of its sites, and of their pages. */
export const STORED_SINCE = { sites: 1, pages: 6 } as const

/** The owners in the stored counts {@link WRITTEN}, for {@link listedSites}. */
export const STORED_OWNERS = `sum(o.citations) AS citations
  FROM written CROSS JOIN LATERAL jsonb_to_recordset(owners) AS o (owner text, "competitorId" text, citations int)`

/**
 * The rows that `select` finds of each list, by a statement over those whose counts are stored and one over the others. In
 * `select` the parameters $1–$8 are those of {@link sourcesIn} and {@link listedSites}; `values` are the ones after them. It
 * checks no tenant.
 * @throws {AppError} INVALID_PROVIDER
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
    /** The version of the metrics from which on the stored counts contain what is selected. */
    storedSince: number
    name: string
    select: (reading: Reading) => string
    order: string
    values: readonly unknown[]
  },
): Promise<Found[]> {
  const { provider, location, owner, category, q } = filter
  const conditions = [providerFilter(ctx, provider), location ?? null]
  const sites = category && sitesOf(category)
  const owners = [owner, sites?.owner].filter((one) => one !== undefined)
  const onSites = [q?.toLowerCase() ?? null, owners, sites?.only ?? null, sites?.without ?? null]
  // Stored counts exist for ended batches, and cover all providers and locations.
  const unwritten = conditions.every((one) => one === null)
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
      values: [ids, chosen.flatMap(({ runIds }) => runIds), ...conditions, ...onSites, ...values],
    })
    return rows
  }
  return (await Promise.all([read(true), read(false)])).flat()
}

/** The runs of the lists whose counts are not stored. */
async function unwrittenOf(ctx: Ctx, lists: readonly RunList[], storedSince: number): Promise<Set<string>> {
  const { rows } = await ctx.db.pool.query<{ id: string }>({
    name: 'unwritten-sources',
    text: 'SELECT id FROM batch WHERE id = ANY($1::uuid[]) AND metrics_version < $2',
    values: [lists.flatMap(({ runIds }) => runIds), storedSince],
  })
  return new Set(rows.map(({ id }) => id))
}
