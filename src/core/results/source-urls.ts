import type { Enumeration } from '../../definitions/enumeration.ts'
import type { Rate } from '../../metrics/definitions.ts'
import { rate } from '../../metrics/rates.ts'
import type { Ctx } from '../context.ts'
import { pageOf, positionsOf } from '../measured-page.ts'
import type { CitedSource } from '../observations/observation.ts'
import { countOfEach, type Page, rowsOfEach } from '../page.ts'
import { parse } from '../parse.ts'
import type { RunList } from '../runs/run-lists.ts'
import { domainSchema } from './filter.ts'
import { type SourceCategory, sourceCategoryOf } from './source-category.ts'
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
} from './source-lists.ts'

/** A page of a site that answers name as a source; whose it is and its category are those of its site. */
export interface SourceUrl {
  domain: string
  owner: CitedSource['owner']
  competitorId: string | null
  category: SourceCategory
  /** `cited` and `retrieved` together. */
  citations: number
  cited: number
  retrieved: number
  url: string
  title: string | null
  /** Answers that cite it, of all answers. */
  citationRate: Rate
}

const filterSchema = sourcesFilterSchema.extend({ domain: domainSchema.optional() })

/**
 * A filter: on the answers that are counted, by provider and location; on the pages, by the owner and the category of their
 * site, by its domain, and by a part of their address or title. Every condition given must be met.
 */
export type SourceUrlsFilter = (typeof filterSchema)['_input']

/** The orders of pages; those that are equal in one are ordered by address. */
export const SOURCE_URL_ORDERS = {
  citations_desc: 'Those named most often first.',
  citation_rate_desc: 'Those cited in most answers first.',
  retrieved_desc: 'Those most often listed without being referred to first.',
  url_asc: 'By address.',
} as const satisfies Enumeration
export type SourceUrlOrder = keyof typeof SOURCE_URL_ORDERS

/** What an order puts first the more there is of it. */
const MEASURES = {
  citations_desc: 'citations',
  citation_rate_desc: 'cited',
  retrieved_desc: 'citations - cited',
  url_asc: '0',
} as const satisfies Record<SourceUrlOrder, string>

/** The sources are read once, and all else is found from the pages. */
const COUNTED_PAGES = `${sourcesIn({ urls: true })},
  owned_page AS MATERIALIZED (
    SELECT domain, url, owner, "competitorId", max(title COLLATE "C") AS title, count(*) AS citations,
      count(*) FILTER (WHERE kind = 'cited') AS cited
    FROM source WHERE $9::text IS NULL OR domain = $9 GROUP BY domain, url, owner, "competitorId"),
  site AS (SELECT DISTINCT domain COLLATE "C" AS domain FROM owned_page),
  ${listedSites('sum(citations) AS citations FROM owned_page')}`

/** The same from the stored counts; the owners are those of the sites. */
const STORED_PAGES = `${WRITTEN},
  owned_page AS (
    SELECT * FROM batch_source_url WHERE batch_id = ANY(of.runs) AND ($9::text IS NULL OR domain = $9)),
  site AS (SELECT DISTINCT domain COLLATE "C" AS domain FROM written WHERE $9::text IS NULL OR domain = $9),
  ${listedSites(STORED_OWNERS)}`

/** The counts of several runs, or of several owners. */
const TOGETHER = `
    SELECT domain, url COLLATE "C" AS url, max(title COLLATE "C") AS title, sum(citations)::int AS citations,
      sum(cited)::int AS cited
    FROM owned_page GROUP BY domain, url`

/**
 * `listed_page`: the pages that meet the filter. An answer has a page once among its sources, so that citations are answers. The
 * parameters $9 and $10 are a domain and a part of the address or title.
 */
const listedPages = ({ written, single }: Reading) => `${written ? STORED_PAGES : COUNTED_PAGES},
  pages AS (${written && single ? 'SELECT domain, url COLLATE "C" AS url, title, citations, cited FROM owned_page' : TOGETHER}),
  listed_page AS (
    SELECT p.*, l.owner, l."competitorId" FROM pages p JOIN listed l ON l.domain = p.domain
    WHERE $10::text IS NULL OR strpos(lower(p.url), $10) > 0 OR strpos(lower(p.title), $10) > 0)`

type Row = Omit<SourceUrl, 'category' | 'retrieved' | 'citationRate'> & {
  of: string
  measure: number
  answered: number
}

/**
 * A page of each list: pages of sites in an order, by default those named most often first, with one more than the page holds
 * where there are more. Its keys are those of {@link sourceUrlKey}. It checks no tenant: read the runs for the caller first.
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
  const listed = { of: 'listed_page', measure: MEASURES[order], name: 'url', parameter: 11, page }
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
  return rowsOfEach(ids, rows, ({ of }) => of).map((found) => found.map(toSourceUrl))
}

/**
 * How many pages of sites each list has. It checks no tenant: read the runs for the caller first.
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
  return countOfEach(ids, rows)
}

/** The conditions on sites, of which `q` is none here, and the values of those on pages. */
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

/** The position of a page of a site in a list in this order, as the text of a cursor. */
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
