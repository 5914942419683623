import type { Enumeration } from '../../definitions/fields/enumeration.ts'
import { rate } from '../../metrics/rates.ts'
import type { Ctx } from '../foundation/context.ts'
import { pageOf, positionsOf } from '../foundation/measured-page.ts'
import { countByParent, groupByParent, type Page } from '../foundation/page.ts'
import { parse } from '../foundation/parse.ts'
import { domainSchema } from '../results/filter.ts'
import type { RunList } from '../runs/run-lists.ts'
import { sourceCategoryOf } from './category.ts'
import type { SourceUrl } from './definition.ts'
import {
  COUNTED_ANSWERS,
  listedSites,
  type Reading,
  rowsOfLists,
  STORED_ANSWERS,
  STORED_OWNERS,
  STORED_SINCE,
  sourcesFilterSchema,
  sourcesIn,
  WRITTEN,
} from './lists.ts'

const filterSchema = sourcesFilterSchema.extend({ domain: domainSchema.optional() })

/**
 * A filter on the counted answers (provider, location, and whom they name) and on the pages (owner, category and domain of their site,
 * and part of their address or title). Every given condition must match.
 */
export type SourceUrlsFilter = (typeof filterSchema)['_input']

/** Sort orders of pages. Equal pages are ordered by address. */
export const SOURCE_URL_ORDERS = {
  citations_desc: 'Most frequently listed first.',
  citation_rate_desc: 'Cited in most answers first.',
  retrieved_desc: 'Most frequently retrieved without being cited first.',
  url_asc: 'By address.',
} as const satisfies Enumeration
export type SourceUrlOrder = keyof typeof SOURCE_URL_ORDERS

/** SQL sort key for each order; higher values come first. */
const MEASURES = {
  citations_desc: 'citations',
  citation_rate_desc: 'cited',
  retrieved_desc: 'citations - cited',
  url_asc: '0',
} as const satisfies Record<SourceUrlOrder, string>

/**
 * SQL that counts pages from the sources of the answers. Reads the sources only once; the sites are derived from the
 * pages.
 */
const COUNTED_PAGES = `${sourcesIn({ urls: true })},
  owned_page AS MATERIALIZED (
    SELECT domain, url, owner, "competitorId", max(title COLLATE "C") AS title, count(*) AS citations,
      count(*) FILTER (WHERE kind = 'cited') AS cited
    FROM source WHERE $11::text IS NULL OR domain = $11 GROUP BY domain, url, owner, "competitorId"),
  site AS (SELECT DISTINCT domain COLLATE "C" AS domain FROM owned_page),
  ${listedSites('sum(citations) AS citations FROM owned_page')}`

/** SQL with the same columns from the stored counts. The owners are the stored owners of the sites. */
const STORED_PAGES = `${WRITTEN},
  owned_page AS (
    SELECT * FROM batch_source_url WHERE batch_id = ANY(of.runs) AND ($11::text IS NULL OR domain = $11)),
  site AS (SELECT DISTINCT domain COLLATE "C" AS domain FROM written WHERE $11::text IS NULL OR domain = $11),
  ${listedSites(STORED_OWNERS)}`

/** SQL that adds up the counts of several runs or several owners. */
const TOGETHER = `
    SELECT domain, url COLLATE "C" AS url, max(title COLLATE "C") AS title, sum(citations)::int AS citations,
      sum(cited)::int AS cited
    FROM owned_page GROUP BY domain, url`

/**
 * Returns SQL of `listed_page`: the pages that match the filter. A page occurs at most once among the sources of an
 * answer, so the number of citations equals the number of answers. The parameters $11 and $12 are a domain and a part of
 * the address or title.
 */
const listedPages = ({ written, single }: Reading) => `${written ? STORED_PAGES : COUNTED_PAGES},
  pages AS (${written && single ? 'SELECT domain, url COLLATE "C" AS url, title, citations, cited FROM owned_page' : TOGETHER}),
  listed_page AS (
    SELECT p.*, l.owner, l."competitorId" FROM pages p JOIN listed l ON l.domain = p.domain
    WHERE $12::text IS NULL OR strpos(lower(p.url), $12) > 0 OR strpos(lower(p.title), $12) > 0)`

type Row = Omit<SourceUrl, 'category' | 'retrieved' | 'citationRate'> & {
  of: string
  measure: number
  answered: number
}

/**
 * Returns a page of source URLs for each list, by default the most frequently listed first, plus one extra if there are
 * more. Page keys are created by {@link sourceUrlKey}.
 * @throws {AppError} BAD_REQUEST; INVALID_PROVIDER
 */
export async function pageSourceUrls(
  ctx: Ctx,
  lists: readonly RunList[],
  {
    filter,
    page,
    order = 'citations_desc',
  }: { filter: SourceUrlsFilter; page: Page; order?: SourceUrlOrder },
): Promise<SourceUrl[][]> {
  const listed = { of: 'listed_page', measure: MEASURES[order], name: 'url', parameter: 13, page }
  const { sites, values } = conditionsOf(filter)
  const rows = await rowsOfLists<Row>(ctx, lists, {
    filter: sites,
    storedSince: STORED_SINCE.pages,
    name: `source-urls-page-${order}-${page.backward}`,
    select: (reading) => `WITH ${listedPages(reading)}, page AS (${pageOf(listed)})
      SELECT page.*, (${reading.written ? STORED_ANSWERS : COUNTED_ANSWERS}) AS answered FROM page`,
    order: 'i.measure DESC, i.url',
    values: [...values, ...positionsOf(page)],
  })
  const ids = lists.map(({ id }) => id)
  return groupByParent(ids, rows, ({ of }) => of).map((listRows) => listRows.map(toSourceUrl))
}

/**
 * Returns the number of source URLs in each list.
 * @throws {AppError} BAD_REQUEST; INVALID_PROVIDER
 */
export async function countSourceUrls(
  ctx: Ctx,
  lists: readonly RunList[],
  filter: SourceUrlsFilter,
): Promise<number[]> {
  const { sites, values } = conditionsOf(filter)
  const rows = await rowsOfLists<{ of: string; count: number }>(ctx, lists, {
    filter: sites,
    storedSince: STORED_SINCE.pages,
    name: 'count-source-urls',
    select: (reading) => `WITH ${listedPages(reading)} SELECT count(*)::int AS count FROM listed_page`,
    order: 'of.id',
    values,
  })
  const ids = lists.map(({ id }) => id)
  return countByParent(ids, rows)
}

/**
 * Splits a filter into the conditions on sites and the parameter values for the conditions on pages. `q` applies to
 * pages only.
 */
function conditionsOf(filter: SourceUrlsFilter) {
  const { domain, q, ...sites } = parse(filterSchema, filter)
  return { sites, values: [domain ?? null, q?.toLowerCase() ?? null] }
}

function toSourceUrl({ of: _, measure: __, answered, ...row }: Row): SourceUrl {
  return {
    ...row,
    category: sourceCategoryOf(row.domain, row.owner),
    retrieved: row.citations - row.cited,
    citationRate: rate(row.cited, answered),
  }
}

/** Serializes the position of a source URL in a list with this order for a cursor. */
export function sourceUrlKey(
  { citations, cited, retrieved, url }: SourceUrl,
  order: SourceUrlOrder = 'citations_desc',
): string {
  const measures = {
    citations_desc: citations,
    citation_rate_desc: cited,
    retrieved_desc: retrieved,
    url_asc: 0,
  } satisfies Record<SourceUrlOrder, number>
  return `${measures[order]}~${url}`
}
