import type { Enumeration } from '../../definitions/fields/enumeration.ts'
import { rate } from '../../metrics/rates.ts'
import type { Ctx } from '../foundation/context.ts'
import { pageOf, positionsOf } from '../foundation/measured-page.ts'
import { countByParent, groupByParent, type Page } from '../foundation/page.ts'
import { parse } from '../foundation/parse.ts'
import type { RunList } from '../runs/run-lists.ts'
import { sourceCategoryOf } from './category.ts'
import type { SourceRecord, SourceUrl } from './definition.ts'
import {
  COUNTED_ANSWERS,
  listedSites,
  rowsOfLists,
  type SourcesFilter,
  STORED_ANSWERS,
  STORED_OWNERS,
  STORED_SINCE,
  sourcesFilterSchema,
  sourcesIn,
  WRITTEN,
} from './lists.ts'

/** Sort orders of sites. Equal sites are ordered by domain. */
export const SOURCE_ORDERS = {
  citations_desc: 'Most frequently listed first.',
  citation_rate_desc: 'Cited in most answers first.',
  retrieved_desc: 'Most frequently retrieved without being cited first.',
  domain_asc: 'By domain.',
} as const satisfies Enumeration
export type SourceOrder = keyof typeof SOURCE_ORDERS

/** SQL sort key for each order, over the columns of a site; higher values come first. */
const MEASURES = {
  citations_desc: 'citations',
  citation_rate_desc: 'citing',
  retrieved_desc: 'citations - cited',
  domain_asc: '0',
} as const satisfies Record<SourceOrder, string>

/** Maximum number of pages listed per site. */
export const MAXIMUM_URLS = 50

/** Returns SQL of `site` from the stored counts. */
const storedSites = ({ retrieving }: { retrieving: boolean }) => `${WRITTEN},
  site AS (
    SELECT domain COLLATE "C" AS domain, sum(citations)::int AS citations, sum(cited)::int AS cited,
      sum(citing)::int AS citing${retrieving ? ', sum(retrieving)::int AS retrieving' : ''}
    FROM written GROUP BY domain)`

/**
 * Returns SQL of `site`, counted from the sources of the answers. It groups by answer first and then by site: hash
 * grouping is much cheaper than `count(DISTINCT …)`, which sorts.
 */
const countedSites = ({ retrieving }: { retrieving: boolean }) => `
  by_answer AS (
    SELECT id, domain, count(*) AS citations, count(*) FILTER (WHERE kind = 'cited') AS cited
    FROM source GROUP BY id, domain),
  site AS (
    SELECT domain COLLATE "C" AS domain, sum(citations)::int AS citations, sum(cited)::int AS cited,
      count(*) FILTER (WHERE cited > 0)::int AS citing
      ${retrieving ? ', count(*) FILTER (WHERE citations > cited)::int AS retrieving' : ''}
    FROM by_answer GROUP BY domain)`

const COUNTED_OWNERS = 'count(*) AS citations FROM source'

type Row = Pick<SourceRecord, 'domain' | 'citations' | 'cited' | 'owner' | 'competitorId'> & {
  of: string
  measure: number
  citing: number
  answered: number
  /**
   * Missing unless pages are requested, because the stored counts of earlier batches lack both pages and this count.
   */
  retrieving?: number
  urls: (Pick<SourceUrl, 'url' | 'title' | 'citations' | 'cited'> & { citing: number })[] | null
}

/**
 * Returns a page of sites for each list, by default the most frequent first, plus one extra if there are more. Page
 * keys are created by {@link sourceKey}.
 * @throws {AppError} BAD_REQUEST; INVALID_PROVIDER
 */
export async function pageSources(
  ctx: Ctx,
  lists: readonly RunList[],
  {
    filter,
    page,
    order = 'citations_desc',
    urls = false,
  }: { filter: SourcesFilter; page: Page; order?: SourceOrder; urls?: boolean },
): Promise<SourceRecord[][]> {
  const listed = { of: 'listed', measure: MEASURES[order], name: 'domain', parameter: 11, page }
  const rows = await rowsOfLists<Row>(ctx, lists, {
    filter: parse(sourcesFilterSchema, filter),
    storedSince: urls ? STORED_SINCE.pages : STORED_SINCE.sites,
    name: `sources-page-${order}-${page.backward}-${urls}`,
    select: ({ written }) =>
      `WITH ${written ? storedSites({ retrieving: urls }) : `${sourcesIn({ urls })}, ${countedSites({ retrieving: urls })}`},
             ${listedSites(written ? STORED_OWNERS : COUNTED_OWNERS)},
             page AS (${pageOf(listed)})
           ${urls ? pagesOf(written ? STORED_PAGES : COUNTED_PAGES) : ''}
           SELECT page.*, (${written ? STORED_ANSWERS : COUNTED_ANSWERS}) AS answered,
             ${urls ? URLS : 'NULL'} AS urls
           FROM page`,
    order: 'i.measure DESC, i.domain',
    values: positionsOf(page),
  })
  const ids = lists.map(({ id }) => id)
  return groupByParent(ids, rows, ({ of }) => of).map((listRows) => listRows.map(toSource))
}

/**
 * Returns SQL of the most frequent pages of the sites in `page`. `counted` is the rest of the SELECT with their counts.
 */
const pagesOf = (counted: string) => `, pages AS MATERIALIZED (
  SELECT domain, json_agg(json_build_object('url', url, 'title', title, 'citations', citations, 'cited', cited,
    'citing', citing) ORDER BY place) AS urls
  FROM (
    SELECT *, row_number() OVER (PARTITION BY domain ORDER BY citations DESC, url COLLATE "C") AS place FROM (
      SELECT domain, url, max(title COLLATE "C") AS title, ${counted} AND domain IN (SELECT domain FROM page)
      GROUP BY domain, url) AS each) AS placed
  WHERE place <= ${MAXIMUM_URLS} GROUP BY domain)`

// A page occurs at most once among the sources of an answer, so the number of citations equals the number of citing
// answers.
const STORED_PAGES = `sum(citations)::int AS citations, sum(cited)::int AS cited, sum(cited)::int AS citing
  FROM batch_source_url WHERE batch_id = ANY(of.runs)`

const COUNTED_PAGES = `count(*)::int AS citations, count(*) FILTER (WHERE kind = 'cited')::int AS cited,
  count(DISTINCT id) FILTER (WHERE kind = 'cited')::int AS citing FROM source WHERE true`

const URLS = '(SELECT p.urls FROM pages p WHERE p.domain = page.domain)'

/**
 * Returns the number of sites in each list.
 * @throws {AppError} BAD_REQUEST; INVALID_PROVIDER
 */
export async function countSources(
  ctx: Ctx,
  lists: readonly RunList[],
  filter: SourcesFilter,
): Promise<number[]> {
  const rows = await rowsOfLists<{ of: string; count: number }>(ctx, lists, {
    filter: parse(sourcesFilterSchema, filter),
    storedSince: STORED_SINCE.sites,
    name: 'count-sources',
    select: ({ written }) =>
      `WITH ${written ? storedSites({ retrieving: false }) : `${sourcesIn()}, ${countedSites({ retrieving: false })}`}, ${listedSites(written ? STORED_OWNERS : COUNTED_OWNERS)}
       SELECT count(*)::int AS count FROM listed`,
    order: 'of.id',
    values: [],
  })
  const ids = lists.map(({ id }) => id)
  return countByParent(ids, rows)
}

function toSource({ of: _, measure: __, citing, retrieving, answered, urls, ...row }: Row): SourceRecord {
  const { domain, owner, competitorId } = row
  const category = sourceCategoryOf(domain, owner)
  return {
    ...row,
    category,
    retrieved: row.citations - row.cited,
    citationRate: rate(citing, answered),
    retrievedRate: retrieving === undefined ? null : rate(retrieving, answered),
    urls: (urls ?? []).map(({ citing, ...page }) => ({
      ...page,
      domain,
      owner,
      competitorId,
      category,
      retrieved: page.citations - page.cited,
      citationRate: rate(citing, answered),
    })),
  }
}

/** Serializes the position of a site in a list with this order for a cursor. */
export function sourceKey(
  { citations, retrieved, citationRate, domain }: SourceRecord,
  order: SourceOrder = 'citations_desc',
): string {
  const measures = {
    citations_desc: citations,
    citation_rate_desc: citationRate.numerator,
    retrieved_desc: retrieved,
    domain_asc: 0,
  } satisfies Record<SourceOrder, number>
  return `${measures[order]}~${domain}`
}
