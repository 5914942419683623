import { z } from 'zod'
import { type Rate, rate } from '../../metrics/rates.ts'
import type { Ctx } from '../context.ts'
import { inListOrder, type Page } from '../page.ts'
import { parse } from '../parse.ts'
import { providerFilter } from '../providers/filter.ts'
import { filterFields } from './filter.ts'
import type { CitedSource } from './observation.ts'
import { RESULT } from './reading.ts'

/** A site that answers name as a source. */
export interface SourceRecord {
  /** Its registrable domain. */
  domain: string
  /** Whose most of its pages are, as the runs saw it. */
  owner: CitedSource['owner']
  competitorId: string | null
  /** How often it stands among the sources of an answer: `cited` and `retrieved` together. */
  citations: number
  cited: number
  retrieved: number
  /** Answers that cite it, of all answers. */
  citationRate: Rate
  /** Its pages, those named most often first, at most {@link MOST_URLS}; none unless asked for. */
  urls: SourceUrl[]
}

export interface SourceUrl {
  url: string
  title: string | null
  citations: number
}

/** Pages of a site that are told of. */
export const MOST_URLS = 50

const soughtSchema = z.strictObject({ provider: filterFields.provider, location: filterFields.location })

/** Which answers count; all that is given must hold. */
export type SourcesSought = z.input<typeof soughtSchema>

/** The sources of the answers that count. */
function sourcesIn({ urls = false }: { urls?: boolean } = {}): string {
  return `
  answered AS MATERIALIZED (
    SELECT r.id, r.observation->'citations' AS citations FROM ${RESULT} r
    WHERE r.batch_id = ANY($1::uuid[]) AND r.status = 'ok' AND ($2::text IS NULL OR r.provider = $2)
      AND ($3::text IS NULL OR r.location = $3)),
  source AS MATERIALIZED (
    SELECT a.id, c.* FROM answered a CROSS JOIN LATERAL jsonb_to_recordset(a.citations)
      AS c (domain text, kind text, owner text, "competitorId" text${urls ? ', url text, title text' : ''}))`
}

/** The same sites from what was written when the batches ended, which knows no provider and no location. */
const WRITTEN_SITES = `
  written AS (
    SELECT * FROM batch_source WHERE batch_id = ANY($1::uuid[]) AND $2::text IS NULL AND $3::text IS NULL),
  site AS (
    SELECT domain COLLATE "C" AS domain, sum(citations)::int AS citations, sum(cited)::int AS cited,
      sum(citing)::int AS citing
    FROM written GROUP BY domain)`

/** Counted first by answer, then by site: grouping is much cheaper than sorting. */
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
 * A page of the sites that the answers of runs name, those named most often first, equal ones by their domains: one more
 * than it holds where there is more. Its keys are those of {@link sourceKey}. The runs must have been read for the caller
 * before: this checks no tenant.
 * @throws {AppError} BAD_REQUEST; INVALID_PROVIDER
 */
export async function pageSources(
  ctx: Ctx,
  runIds: readonly string[],
  { sought, page, urls = false }: { sought: SourcesSought; page: Page; urls?: boolean },
): Promise<SourceRecord[]> {
  const values = conditions(ctx, runIds, sought)
  const written = !urls && (await areWritten(ctx, values))
  const [low, high] = [placeOf(page.after), placeOf(page.before)]
  const direction = page.backward ? ['ASC', 'DESC'] : ['DESC', 'ASC']
  const { rows } = await ctx.db.pool.query<Row>({
    name: `sources-page-${page.backward}-${urls}-${written}`,
    text: `WITH ${written ? WRITTEN_SITES : `${sourcesIn({ urls })}, ${SITES}`}, page AS (
             SELECT * FROM site
             WHERE ($4::int IS NULL OR (-citations, domain) > (-$4::int, $5::text COLLATE "C"))
               AND ($6::int IS NULL OR (-citations, domain) < (-$6::int, $7::text COLLATE "C"))
             ORDER BY citations ${direction[0]}, domain ${direction[1]} LIMIT $8),
           owned AS MATERIALIZED (
             SELECT domain, owner, "competitorId", ${written ? WRITTEN_OWNERS : 'count(*) AS citations FROM source'}
             WHERE domain IN (SELECT domain FROM page) GROUP BY domain, owner, "competitorId")
           ${urls ? PAGES : ''}
           SELECT page.*, (${written ? WRITTEN_ANSWERS : 'SELECT count(*)::int FROM answered'}) AS answered, (
               SELECT json_build_array(o.owner, o."competitorId") FROM owned o WHERE o.domain = page.domain
               ORDER BY o.citations DESC, o.owner, o."competitorId" LIMIT 1) AS owner,
             ${urls ? URLS : 'NULL'} AS urls
           FROM page ORDER BY citations ${direction[0]}, domain ${direction[1]}`,
    values: [...values, ...low, ...high, page.size + 1],
  })
  return inListOrder(rows.map(toSource), page)
}

const WRITTEN_OWNERS = `sum(o.citations) AS citations
  FROM written CROSS JOIN LATERAL jsonb_to_recordset(owners) AS o (owner text, "competitorId" text, citations int)`
const WRITTEN_ANSWERS = `SELECT coalesce(sum((summary->'results'->>'ok')::int), 0)::int FROM batch WHERE id = ANY($1::uuid[])`

const PAGES = `, pages AS MATERIALIZED (
  SELECT domain, url, max(title) AS title, count(*)::int AS citations FROM source
  WHERE domain IN (SELECT domain FROM page) GROUP BY domain, url)`

const URLS = `(
  SELECT json_agg(u) FROM (
    SELECT p.url, p.title, p.citations FROM pages p WHERE p.domain = page.domain
    ORDER BY p.citations DESC, p.url COLLATE "C" LIMIT ${MOST_URLS}) u)`

/** How many sites the answers of runs name. The runs must have been read for the caller before. */
export async function countSources(
  ctx: Ctx,
  runIds: readonly string[],
  sought: SourcesSought,
): Promise<number> {
  const values = conditions(ctx, runIds, sought)
  const written = await areWritten(ctx, values)
  const { rows } = await ctx.db.pool.query<{ count: number }>({
    name: `count-sources-${written}`,
    text: `WITH ${written ? WRITTEN_SITES : `${sourcesIn()}, ${SITES}`} SELECT count(*)::int AS count FROM site`,
    values,
  })
  return rows[0]?.count ?? 0
}

/** Whether the sites of the answers that count were written down: those of whole batches that have ended are. */
async function areWritten(ctx: Ctx, [runIds, provider, location]: Conditions): Promise<boolean> {
  if (provider !== null || location !== null) return false
  const { rows } = await ctx.db.pool.query({
    name: 'unwritten-sources',
    text: 'SELECT FROM batch WHERE id = ANY($1::uuid[]) AND metrics_version = 0 LIMIT 1',
    values: [runIds],
  })
  return rows.length === 0
}

type Conditions = [runIds: readonly string[], provider: string | null, location: string | null]

function conditions(ctx: Ctx, runIds: readonly string[], sought: SourcesSought): Conditions {
  const { provider, location } = parse(soughtSchema, sought)
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

/** Where a site stands in its list. */
export function sourceKey({ citations, domain }: SourceRecord): string {
  return `${citations}~${domain}`
}

/** True for text that {@link sourceKey} may have written. */
export function isSourceKey(text: string): boolean {
  return /^[1-9]\d{0,8}~[^\0]*$/.test(text)
}

function placeOf(key: string | null): (string | null)[] {
  if (key === null) return [null, null]
  const end = key.indexOf('~')
  return [key.slice(0, end), key.slice(end + 1)]
}
