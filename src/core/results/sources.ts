import { z } from 'zod'
import type { Rate } from '../../metrics/definitions.ts'
import { rate } from '../../metrics/rates.ts'
import type { Ctx } from '../context.ts'
import { RESULT_AS_SHOWN } from '../observations/extracted-results.ts'
import type { CitedSource } from '../observations/observation.ts'
import { inListOrder, type Page } from '../page.ts'
import { parse } from '../parse.ts'
import { providerFilter } from '../providers/filter.ts'
import { filterFields } from './filter.ts'

/** A site that answers name as a source. */
export interface SourceRecord {
  /** Its registrable domain. */
  domain: string
  /** The owner of most of its pages, by the brand and competitors of each run. */
  owner: CitedSource['owner']
  competitorId: string | null
  /** How often it is among the sources of an answer: `cited` and `retrieved` together. */
  citations: number
  cited: number
  retrieved: number
  /** Answers that cite it, of all answers. */
  citationRate: Rate
  /** Its pages, the most frequent first, at most {@link MAXIMUM_URLS}; empty unless requested. */
  urls: SourceUrl[]
}

export interface SourceUrl {
  url: string
  title: string | null
  citations: number
}

/** Pages listed of a site, at most. */
export const MAXIMUM_URLS = 50

const filterSchema = z.strictObject({ provider: filterFields.provider, location: filterFields.location })

/** A filter on the answers that are counted; an answer must meet every condition given. */
export type SourcesFilter = z.input<typeof filterSchema>

/** The sources of the answers that meet the filter. */
function sourcesIn({ urls = false }: { urls?: boolean } = {}): string {
  return `
  answered AS MATERIALIZED (
    SELECT r.id, r.observation->'citations' AS citations FROM ${RESULT_AS_SHOWN} r
    WHERE r.batch_id = ANY($1::uuid[]) AND r.status = 'ok' AND ($2::text IS NULL OR r.provider = $2)
      AND ($3::text IS NULL OR r.location = $3)),
  source AS MATERIALIZED (
    SELECT a.id, c.* FROM answered a CROSS JOIN LATERAL jsonb_to_recordset(a.citations)
      AS c (domain text, kind text, owner text, "competitorId" text${urls ? ', url text, title text' : ''}))`
}

/** The same sites from the counts stored when the batches ended, which cover all providers and locations. */
const STORED_SITES = `
  written AS (
    SELECT * FROM batch_source WHERE batch_id = ANY($1::uuid[]) AND $2::text IS NULL AND $3::text IS NULL),
  site AS (
    SELECT domain COLLATE "C" AS domain, sum(citations)::int AS citations, sum(cited)::int AS cited,
      sum(citing)::int AS citing
    FROM written GROUP BY domain)`

/** Counted by answer first, then by site: hash grouping is much cheaper than `count(DISTINCT …)`, which sorts. */
const SITES = `
  by_answer AS (
    SELECT id, domain, count(*) AS citations, count(*) FILTER (WHERE kind = 'cited') AS cited
    FROM source GROUP BY id, domain),
  site AS (
    SELECT domain COLLATE "C" AS domain, sum(citations)::int AS citations, sum(cited)::int AS cited,
      count(*) FILTER (WHERE cited > 0)::int AS citing
    FROM by_answer GROUP BY domain)`

type Row = Pick<SourceRecord, 'domain' | 'citations' | 'cited'> & {
  citing: number
  answered: number
  owner: [CitedSource['owner'], string | null]
  urls: SourceUrl[] | null
}

/**
 * A page of the sites that the answers of runs have as sources, the most frequent first, then by domain, with one site more than
 * the page holds where there are more. Its keys are those of {@link sourceKey}. It checks no tenant: read the runs for the
 * caller first.
 * @throws {AppError} BAD_REQUEST; INVALID_PROVIDER
 */
export async function pageSources(
  ctx: Ctx,
  runIds: readonly string[],
  { filter, page, urls = false }: { filter: SourcesFilter; page: Page; urls?: boolean },
): Promise<SourceRecord[]> {
  const values = conditions(ctx, runIds, filter)
  const written = !urls && (await areStored(ctx, values))
  const [low, high] = [positionOf(page.after), positionOf(page.before)]
  const direction = page.backward ? ['ASC', 'DESC'] : ['DESC', 'ASC']
  const { rows } = await ctx.db.pool.query<Row>({
    name: `sources-page-${page.backward}-${urls}-${written}`,
    text: `WITH ${written ? STORED_SITES : `${sourcesIn({ urls })}, ${SITES}`}, page AS (
             SELECT * FROM site
             WHERE ($4::int IS NULL OR (-citations, domain) > (-$4::int, $5::text COLLATE "C"))
               AND ($6::int IS NULL OR (-citations, domain) < (-$6::int, $7::text COLLATE "C"))
             ORDER BY citations ${direction[0]}, domain ${direction[1]} LIMIT $8),
           owned AS MATERIALIZED (
             SELECT domain, owner, "competitorId", ${written ? STORED_OWNERS : 'count(*) AS citations FROM source'}
             WHERE domain IN (SELECT domain FROM page) GROUP BY domain, owner, "competitorId")
           ${urls ? PAGES : ''}
           SELECT page.*, (${written ? STORED_ANSWERS : 'SELECT count(*)::int FROM answered'}) AS answered, (
               SELECT json_build_array(o.owner, o."competitorId") FROM owned o WHERE o.domain = page.domain
               ORDER BY o.citations DESC, o.owner, o."competitorId" LIMIT 1) AS owner,
             ${urls ? URLS : 'NULL'} AS urls
           FROM page ORDER BY citations ${direction[0]}, domain ${direction[1]}`,
    values: [...values, ...low, ...high, page.size + 1],
  })
  return inListOrder(rows.map(toSource), page)
}

const STORED_OWNERS = `sum(o.citations) AS citations
  FROM written CROSS JOIN LATERAL jsonb_to_recordset(owners) AS o (owner text, "competitorId" text, citations int)`
const STORED_ANSWERS = `SELECT coalesce(sum((summary->'results'->>'ok')::int), 0)::int FROM batch WHERE id = ANY($1::uuid[])`

const PAGES = `, pages AS MATERIALIZED (
  SELECT domain, url, max(title) AS title, count(*)::int AS citations FROM source
  WHERE domain IN (SELECT domain FROM page) GROUP BY domain, url)`

const URLS = `(
  SELECT json_agg(u) FROM (
    SELECT p.url, p.title, p.citations FROM pages p WHERE p.domain = page.domain
    ORDER BY p.citations DESC, p.url COLLATE "C" LIMIT ${MAXIMUM_URLS}) u)`

/** How many sites the answers of runs have as sources. It checks no tenant: read the runs for the caller first. */
export async function countSources(
  ctx: Ctx,
  runIds: readonly string[],
  filter: SourcesFilter,
): Promise<number> {
  const values = conditions(ctx, runIds, filter)
  const written = await areStored(ctx, values)
  const { rows } = await ctx.db.pool.query<{ count: number }>({
    name: `count-sources-${written}`,
    text: `WITH ${written ? STORED_SITES : `${sourcesIn()}, ${SITES}`} SELECT count(*)::int AS count FROM site`,
    values,
  })
  return rows[0]?.count ?? 0
}

/** Whether stored counts can be used: they exist for ended batches, without a filter. */
async function areStored(ctx: Ctx, [runIds, provider, location]: Conditions): Promise<boolean> {
  if (provider !== null || location !== null) return false
  const { rows } = await ctx.db.pool.query({
    name: 'unwritten-sources',
    text: 'SELECT FROM batch WHERE id = ANY($1::uuid[]) AND metrics_version = 0 LIMIT 1',
    values: [runIds],
  })
  return rows.length === 0
}

type Conditions = [runIds: readonly string[], provider: string | null, location: string | null]

function conditions(ctx: Ctx, runIds: readonly string[], filter: SourcesFilter): Conditions {
  const { provider, location } = parse(filterSchema, filter)
  return [runIds, providerFilter(ctx, provider), location ?? null]
}

function toSource({ citing, answered, owner: [owner, competitorId], urls, ...row }: Row): SourceRecord {
  return {
    ...row,
    owner,
    competitorId,
    retrieved: row.citations - row.cited,
    citationRate: rate(citing, answered),
    urls: urls ?? [],
  }
}

/** The position of a site in its list, as the text of a cursor. */
export function sourceKey({ citations, domain }: SourceRecord): string {
  return `${citations}~${domain}`
}

/** True for text that {@link sourceKey} may have written. */
export function isSourceKey(text: string): boolean {
  return /^[1-9]\d{0,8}~[^\0]*$/.test(text)
}

function positionOf(key: string | null): (string | null)[] {
  if (key === null) return [null, null]
  const end = key.indexOf('~')
  return [key.slice(0, end), key.slice(end + 1)]
}
