import { readCompetitors } from '../../core/competitors/read.ts'
import { isMeasuredKey } from '../../core/foundation/measured-page.ts'
import type { Page } from '../../core/foundation/page.ts'
import { badFields } from '../../core/foundation/parse.ts'
import {
  countProjectSources,
  countProjectSourceUrls,
  listProjectSources,
  listProjectSourceUrls,
} from '../../core/sources/project-sources.ts'
import {
  countRunSources,
  countRunSourceUrls,
  listRunSources,
  listRunSourceUrls,
} from '../../core/sources/run-sources.ts'
import {
  MAXIMUM_URLS,
  SOURCE_ORDERS,
  type SourceOrder,
  type SourceRecord,
  sourceKey,
} from '../../core/sources/sites.ts'
import {
  SOURCE_URL_ORDERS,
  type SourceUrl,
  type SourceUrlOrder,
  sourceUrlKey,
} from '../../core/sources/urls.ts'
import { loadedParts } from '../documents/loaded-parts.ts'
import { builder } from '../foundation/builder.ts'
import type { GraphqlContext } from '../foundation/context.ts'
import { enumType } from '../foundation/define.ts'
import { omitNullish } from '../foundation/input.ts'
import { type PageArguments, readConnection } from '../foundation/page.ts'
import { Analysis } from './analysis.ts'
import { Competitor } from './competitor.ts'
import { CitationOwnerType, SourceCategoryType } from './observation.ts'
import { Project } from './project.ts'
import { RateType } from './rate.ts'

/** Resolves the competitor that owns a site. */
const competitorOf = (
  { competitorId }: { competitorId: string | null },
  _: object,
  { load }: GraphqlContext,
) => (competitorId === null ? null : load(readCompetitors, competitorId))

const SourceUrlType = builder.objectRef<SourceUrl>('SourceUrl').implement({
  description: 'A web page that answers give as a source.',
  fields: (t) => ({
    url: t.expose('url', { type: 'URL', description: 'URL without tracking parameters.' }),
    title: t.exposeString('title', { nullable: true, description: 'Title as given by a surface.' }),
    domain: t.exposeString('domain', { description: 'Registrable domain of the site.' }),
    owner: t.expose('owner', { type: CitationOwnerType, description: 'Owner of the site.' }),
    category: t.expose('category', { type: SourceCategoryType, description: 'Kind of the site.' }),
    competitorId: t.exposeString('competitorId', {
      nullable: true,
      description: 'databaseId of the competitor that owns the site.',
    }),
    competitor: t.field({
      type: Competitor,
      nullable: true,
      description: 'The competitor in its current state; null if it is no longer tracked.',
      resolve: competitorOf,
    }),
    citations: t.exposeInt('citations', {
      description: 'How often answers list the page as a source: the sum of `cited` and `retrieved`.',
    }),
    cited: t.exposeInt('cited', { description: 'How often answers cite the page in their text.' }),
    retrieved: t.exposeInt('retrieved', {
      description: 'How often answers list the page as a source without citing it.',
    }),
    citationRate: t.expose('citationRate', {
      type: RateType,
      description: 'Share of answers that cite the page.',
    }),
  }),
})

const SourceDomain = builder.objectRef<SourceRecord>('SourceDomain').implement({
  description: 'A site that answers give as a source.',
  fields: (t) => ({
    domain: t.exposeString('domain', { description: 'Registrable domain of the site.' }),
    owner: t.expose('owner', { type: CitationOwnerType, description: 'Owner of the site.' }),
    category: t.expose('category', { type: SourceCategoryType, description: 'Kind of the site.' }),
    competitorId: t.exposeString('competitorId', {
      nullable: true,
      description: 'databaseId of the competitor that owns the site.',
    }),
    competitor: t.field({
      type: Competitor,
      nullable: true,
      description: 'The competitor in its current state; null if it is no longer tracked.',
      resolve: competitorOf,
    }),
    citations: t.exposeInt('citations', {
      description: 'How often answers list pages of the site as sources: the sum of `cited` and `retrieved`.',
    }),
    cited: t.exposeInt('cited', { description: 'How often answers cite pages of the site in their text.' }),
    retrieved: t.exposeInt('retrieved', {
      description: 'How often answers list pages of the site as sources without citing them.',
    }),
    citationRate: t.expose('citationRate', {
      type: RateType,
      description: 'Share of answers that cite the site.',
    }),
    retrievedRate: t.expose('retrievedRate', {
      type: RateType,
      nullable: true,
      extensions: { expensive: 'urls' },
      description: 'Share of answers that list a page of the site as a source without citing that page.',
    }),
    urls: t.field({
      type: [SourceUrlType],
      nullable: true,
      extensions: { items: 10, expensive: 'urls' },
      description: 'Pages of the site, most frequent first.',
      args: {
        first: t.arg.int({
          required: true,
          defaultValue: 10,
          description: `Number of pages, at most ${MAXIMUM_URLS}.`,
        }),
      },
      resolve: ({ urls }, { first }) => {
        if (first < 0) throw badFields({ first: 'must not be negative' })
        return urls.slice(0, first)
      },
    }),
  }),
})

const SourceDomainConnection = builder.connectionObject(
  { type: SourceDomain, name: 'SourceDomainConnection', description: 'A page of sites.' },
  { name: 'SourceDomainEdge', description: 'A site and its position in the list.' },
)

const SourceUrlConnection = builder.connectionObject(
  { type: SourceUrlType, name: 'SourceUrlConnection', description: 'A page of the list of web pages.' },
  { name: 'SourceUrlEdge', description: 'A web page and its position in the list.' },
)

const SourceOrderType = enumType('SourceOrder', {
  description: 'Order of sites; ties are ordered by domain.',
  values: SOURCE_ORDERS,
})

const SourceUrlOrderType = enumType('SourceUrlOrder', {
  description: 'Order of pages; ties are ordered by URL.',
  values: SOURCE_URL_ORDERS,
})

const filters = builder.args((t) => ({
  provider: t.string({ description: 'Only in answers of this provider, given by id or alias.' }),
  location: t.field({ type: 'Location', description: 'Only in answers for this location.' }),
  owner: t.field({ type: CitationOwnerType, description: 'Only sites with this owner.' }),
  category: t.field({ type: SourceCategoryType, description: 'Only sites of this kind.' }),
}))

const siteArguments = builder.args((t) => ({
  ...filters,
  q: t.string({ description: 'Only sites with this text in their domain, at most 200 characters.' }),
  orderBy: t.field({ type: SourceOrderType, description: 'Order of the sites; defaults to CITATIONS_DESC.' }),
}))

const urlArguments = builder.args((t) => ({
  ...filters,
  domain: t.string({ description: 'Only pages of this domain.' }),
  q: t.string({
    description: 'Only pages with this text in their URL or title, at most 200 characters.',
  }),
  orderBy: t.field({
    type: SourceUrlOrderType,
    description: 'Order of the pages; defaults to CITATIONS_DESC.',
  }),
}))

const runs = builder.args((t) => ({
  runs: t.int({ required: true, defaultValue: 1, description: 'Number of latest runs, 1–12.' }),
}))

/** Reads lists of sites or web pages with the filters of the client. */
interface SourceList<Item, Order> {
  items: (list: { page: Page; order: Order }) => Promise<readonly Item[]>
  countAll: () => Promise<number>
}

/** Returns the id of a list in an order. Each order has separate cursors. */
const orderedListId = (listId: string, order: SourceOrder | SourceUrlOrder) =>
  order === 'citations_desc' ? listId : `${listId}:${order}`

function pageSites(
  listId: string,
  { orderBy, ...args }: PageArguments & { orderBy?: SourceOrder | null | undefined },
  { items, countAll }: SourceList<SourceRecord, SourceOrder>,
) {
  const order = orderBy ?? 'citations_desc'
  return readConnection(args, {
    listId: orderedListId(listId, order),
    isKey: (text) => isMeasuredKey(text) && (order !== 'citations_desc' || !text.startsWith('0~')),
    keyOf: (source: SourceRecord) => sourceKey(source, order),
    items: (page) => items({ page, order }),
    countAll,
  })
}

function pageUrls(
  listId: string,
  { orderBy, ...args }: PageArguments & { orderBy?: SourceUrlOrder | null | undefined },
  { items, countAll }: SourceList<SourceUrl, SourceUrlOrder>,
) {
  const order = orderBy ?? 'citations_desc'
  return readConnection(args, {
    listId: orderedListId(listId, order),
    isKey: isMeasuredKey,
    keyOf: (source: SourceUrl) => sourceUrlKey(source, order),
    items: (page) => items({ page, order }),
    countAll,
  })
}

builder.interfaceField(Analysis, 'sources', (t) =>
  t.connection(
    {
      type: SourceDomain,
      nullable: true,
      description: 'Sites that the answers so far give as sources, by default most frequent first.',
      args: siteArguments,
      resolve: ({ id }, { provider, location, owner, category, q, ...args }, { load }, info) => {
        const filter = omitNullish({ provider, location, owner, category, q })
        const { urls } = loadedParts(info)
        return pageSites(`sources:${id}`, args, {
          items: (list) => load(listRunSources, id, { ...list, filter, urls }),
          countAll: () => load(countRunSources, id, { filter }),
        })
      },
    },
    SourceDomainConnection,
  ),
)

builder.objectField(Project, 'sources', (t) =>
  t.connection(
    {
      type: SourceDomain,
      nullable: true,
      description:
        'Sites that the answers of the latest runs with results give as sources, by default most frequent first.',
      args: { ...runs, ...siteArguments },
      resolve: ({ id }, { runs, provider, location, owner, category, q, ...args }, { load }, info) => {
        const answers = { runs, filter: omitNullish({ provider, location, owner, category, q }) }
        const { urls } = loadedParts(info)
        return pageSites(`sources:${id}:${runs}`, args, {
          items: (list) => load(listProjectSources, id, { ...list, ...answers, urls }),
          countAll: () => load(countProjectSources, id, answers),
        })
      },
    },
    SourceDomainConnection,
  ),
)

builder.interfaceField(Analysis, 'sourceUrls', (t) =>
  t.connection(
    {
      type: SourceUrlType,
      nullable: true,
      description: 'Web pages that the answers so far give as sources, by default most frequent first.',
      args: urlArguments,
      resolve: ({ id }, { provider, location, owner, category, domain, q, ...args }, { load }) => {
        const filter = omitNullish({ provider, location, owner, category, domain, q })
        return pageUrls(`sourceUrls:${id}`, args, {
          items: (list) => load(listRunSourceUrls, id, { ...list, filter }),
          countAll: () => load(countRunSourceUrls, id, { filter }),
        })
      },
    },
    SourceUrlConnection,
  ),
)

builder.objectField(Project, 'sourceUrls', (t) =>
  t.connection(
    {
      type: SourceUrlType,
      nullable: true,
      description:
        'Web pages that the answers of the latest runs with results give as sources, by default most frequent first.',
      args: { ...runs, ...urlArguments },
      resolve: ({ id }, { runs, provider, location, owner, category, domain, q, ...args }, { load }) => {
        const answers = { runs, filter: omitNullish({ provider, location, owner, category, domain, q }) }
        return pageUrls(`sourceUrls:${id}:${runs}`, args, {
          items: (list) => load(listProjectSourceUrls, id, { ...list, ...answers }),
          countAll: () => load(countProjectSourceUrls, id, answers),
        })
      },
    },
    SourceUrlConnection,
  ),
)
