import type { QueryResultRow } from 'pg'
import { z } from 'zod'
import type { Rate } from '../../metrics/definitions.ts'
import { rate } from '../../metrics/rates.ts'
import type { Ctx } from '../context.ts'
import { RESULT_AS_SHOWN } from '../observations/extracted-results.ts'
import type { CitedSource } from '../observations/observation.ts'
import { countOfEach, type Page, rowsOfEach } from '../page.ts'
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
    WHERE r.batch_id = ANY(of.runs) AND r.status = 'ok' AND ($3::text IS NULL OR r.provider = $3)
      AND ($4::text IS NULL OR r.location = $4)),
  source AS MATERIALIZED (
    SELECT a.id, c.* FROM answered a CROSS JOIN LATERAL jsonb_to_recordset(a.citations)
      AS c (domain text, kind text, owner text, "competitorId" text${urls ? ', url text, title text' : ''}))`
}

/** The same sites from the counts stored when the batches ended, which cover all providers and locations. */
const STORED_SITES = `
  written AS (
    SELECT * FROM batch_source WHERE batch_id = ANY(of.runs) AND $3::text IS NULL AND $4::text IS NULL),
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

/** A list of the sources of some runs. */
export interface SourceList {
  /** The run or the project whose list it is. */
  id: string
  runIds: readonly string[]
}

/** SQL of each list: `list` is a SELECT in which `of.id` is the id of the list and `of.runs` are its runs. */
function ofEachList(list: string): string {
  return `SELECT of.id AS of, i.* FROM (
      SELECT id, array_agg(run) AS runs FROM unnest($1::uuid[], $2::uuid[]) AS u (id, run) GROUP BY id) AS of
    CROSS JOIN LATERAL (${list}) AS i`
}

type Row = Pick<SourceRecord, 'domain' | 'citations' | 'cited'> & {
  of: string
  citing: number
  answered: number
  owner: [CitedSource['owner'], string | null]
  urls: SourceUrl[] | null
}

/**
 * A page of each list: sites, the most frequent first, then by domain, with one more than the page holds where there are more.
 * Its keys are those of {@link sourceKey}. It checks no tenant: read the runs for the caller first.
 * @throws {AppError} BAD_REQUEST; INVALID_PROVIDER
 */
export async function pageSources(
  ctx: Ctx,
  lists: readonly SourceList[],
  { filter, page, urls = false }: { filter: SourcesFilter; page: Page; urls?: boolean },
): Promise<SourceRecord[][]> {
  const [low, high] = [positionOf(page.after), positionOf(page.before)]
  const direction = page.backward ? ['ASC', 'DESC'] : ['DESC', 'ASC']
  const rows = await rowsOf<Row>(ctx, lists, {
    filter,
    // Of the pages of a site nothing is stored.
    storable: !urls,
    name: `sources-page-${page.backward}-${urls}`,
    select: (written) => `WITH ${written ? STORED_SITES : `${sourcesIn({ urls })}, ${SITES}`}, page AS (
             SELECT * FROM site
             WHERE ($5::int IS NULL OR (-citations, domain) > (-$5::int, $6::text COLLATE "C"))
               AND ($7::int IS NULL OR (-citations, domain) < (-$7::int, $8::text COLLATE "C"))
             ORDER BY citations ${direction[0]}, domain ${direction[1]} LIMIT $9),
           owned AS MATERIALIZED (
             SELECT domain, owner, "competitorId", ${written ? STORED_OWNERS : 'count(*) AS citations FROM source'}
             WHERE domain IN (SELECT domain FROM page) GROUP BY domain, owner, "competitorId")
           ${urls ? PAGES : ''}
           SELECT page.*, (${written ? STORED_ANSWERS : 'SELECT count(*)::int FROM answered'}) AS answered, (
               SELECT json_build_array(o.owner, o."competitorId") FROM owned o WHERE o.domain = page.domain
               ORDER BY o.citations DESC, o.owner, o."competitorId" LIMIT 1) AS owner,
             ${urls ? URLS : 'NULL'} AS urls
           FROM page`,
    order: 'i.citations DESC, i.domain',
    values: [...low, ...high, page.size + 1],
  })
  const ids = lists.map(({ id }) => id)
  return rowsOfEach(ids, rows, ({ of }) => of).map((found) => found.map(toSource))
}

const STORED_OWNERS = `sum(o.citations) AS citations
  FROM written CROSS JOIN LATERAL jsonb_to_recordset(owners) AS o (owner text, "competitorId" text, citations int)`
const STORED_ANSWERS = `SELECT coalesce(sum((summary->'results'->>'ok')::int), 0)::int FROM batch WHERE id = ANY(of.runs)`

const PAGES = `, pages AS MATERIALIZED (
  SELECT domain, url, max(title) AS title, count(*)::int AS citations FROM source
  WHERE domain IN (SELECT domain FROM page) GROUP BY domain, url)`

const URLS = `(
  SELECT json_agg(u) FROM (
    SELECT p.url, p.title, p.citations FROM pages p WHERE p.domain = page.domain
    ORDER BY p.citations DESC, p.url COLLATE "C" LIMIT ${MAXIMUM_URLS}) u)`

/**
 * How many sites each list has. It checks no tenant: read the runs for the caller first.
 * @throws {AppError} BAD_REQUEST; INVALID_PROVIDER
 */
export async function countSources(
  ctx: Ctx,
  lists: readonly SourceList[],
  filter: SourcesFilter,
): Promise<number[]> {
  const rows = await rowsOf<{ of: string; count: number }>(ctx, lists, {
    filter,
    storable: true,
    name: 'count-sources',
    select: (written) =>
      `WITH ${written ? STORED_SITES : `${sourcesIn()}, ${SITES}`} SELECT count(*)::int AS count FROM site`,
    order: 'of.id',
    values: [],
  })
  const ids = lists.map(({ id }) => id)
  return countOfEach(ids, rows)
}

/** The rows of each list, by a statement over those whose counts are stored and one over the others. */
async function rowsOf<Found extends QueryResultRow>(
  ctx: Ctx,
  lists: readonly SourceList[],
  {
    filter,
    storable,
    name,
    select,
    order,
    values,
  }: {
    filter: SourcesFilter
    storable: boolean
    name: string
    select: (written: boolean) => string
    order: string
    values: readonly unknown[]
  },
): Promise<Found[]> {
  const { provider, location } = parse(filterSchema, filter)
  const conditions = [providerFilter(ctx, provider), location ?? null]
  // Stored counts exist for ended batches, and cover all providers and locations.
  const unwritten = storable && conditions.every((one) => one === null) ? await unwrittenOf(ctx, lists) : null
  const isWritten = ({ runIds }: SourceList) => unwritten !== null && !runIds.some((id) => unwritten.has(id))
  const read = async (written: boolean) => {
    const chosen = lists.filter((list) => isWritten(list) === written)
    if (chosen.length === 0) return []
    const ids = chosen.flatMap(({ id, runIds }) => runIds.map(() => id))
    const { rows } = await ctx.db.pool.query<Found>({
      name: `${name}-${written}`,
      text: `${ofEachList(select(written))} ORDER BY ${order}`,
      values: [ids, chosen.flatMap(({ runIds }) => runIds), ...conditions, ...values],
    })
    return rows
  }
  return (await Promise.all([read(true), read(false)])).flat()
}

/** The runs of the lists whose counts are not stored. */
async function unwrittenOf(ctx: Ctx, lists: readonly SourceList[]): Promise<Set<string>> {
  const { rows } = await ctx.db.pool.query<{ id: string }>({
    name: 'unwritten-sources',
    text: 'SELECT id FROM batch WHERE id = ANY($1::uuid[]) AND metrics_version = 0',
    values: [lists.flatMap(({ runIds }) => runIds)],
  })
  return new Set(rows.map(({ id }) => id))
}

function toSource({
  of: _,
  citing,
  answered,
  owner: [owner, competitorId],
  urls,
  ...row
}: Row): SourceRecord {
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
