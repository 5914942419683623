import { readCompetitors } from '../../core/competitors/read.ts'
import { isMeasuredKey } from '../../core/measured-page.ts'
import { badFields } from '../../core/parse.ts'
import {
  countProjectSources,
  countProjectSourceUrls,
  listProjectSources,
  listProjectSourceUrls,
} from '../../core/results/project-sources.ts'
import {
  countRunSources,
  countRunSourceUrls,
  listRunSources,
  listRunSourceUrls,
} from '../../core/results/run-sources.ts'
import {
  SOURCE_URL_ORDERS,
  type SourceUrl,
  type SourceUrlOrder,
  sourceUrlKey,
} from '../../core/results/source-urls.ts'
import {
  MAXIMUM_URLS,
  SOURCE_ORDERS,
  type SourceOrder,
  type SourceRecord,
  sourceKey,
} from '../../core/results/sources.ts'
import { builder } from '../builder.ts'
import type { GraphqlContext } from '../context.ts'
import { enumType } from '../define.ts'
import { given } from '../input.ts'
import { connectionOf, type PageArguments, parsePage } from '../page.ts'
import { loadedParts } from '../selections/loaded-parts.ts'
import { Analysis } from './analysis.ts'
import { Competitor } from './competitor.ts'
import { CitationOwnerType, SourceCategoryType } from './observation.ts'
import { Project } from './project.ts'
import { RateType } from './rate.ts'

/** The competitor whose site it is. */
const ownCompetitor = (
  { competitorId }: { competitorId: string | null },
  _: object,
  { load }: GraphqlContext,
) => (competitorId === null ? null : load(readCompetitors, competitorId))

const SourceUrlType = builder.objectRef<SourceUrl>('SourceUrl').implement({
  description: 'A page of a site that answers name as a source.',
  fields: (t) => ({
    url: t.expose('url', { type: 'URL', description: 'Its address, without tracking parameters.' }),
    title: t.exposeString('title', { nullable: true, description: 'Its title, as given by a surface.' }),
    domain: t.exposeString('domain', { description: 'The registrable domain of its site.' }),
    owner: t.expose('owner', { type: CitationOwnerType, description: 'Whose site it is on.' }),
    category: t.expose('category', { type: SourceCategoryType, description: 'What kind of site it is on.' }),
    competitorId: t.exposeString('competitorId', {
      nullable: true,
      description: 'The databaseId of the competitor whose site it is on.',
    }),
    competitor: t.field({
      type: Competitor,
      nullable: true,
      description: 'That competitor as it is now; null if it is no longer tracked.',
      resolve: ownCompetitor,
    }),
    citations: t.exposeInt('citations', {
      description: 'How often answers list it as a source: the sum of `cited` and `retrieved`.',
    }),
    cited: t.exposeInt('cited', { description: 'How often answers refer to it in their text.' }),
    retrieved: t.exposeInt('retrieved', {
      description: 'How often answers list it as a source without referring to it.',
    }),
    citationRate: t.expose('citationRate', {
      type: RateType,
      description: 'Share of the answers that cite it.',
    }),
  }),
})

const SourceDomain = builder.objectRef<SourceRecord>('SourceDomain').implement({
  description: 'A site that answers name as a source.',
  fields: (t) => ({
    domain: t.exposeString('domain', { description: 'Its registrable domain.' }),
    owner: t.expose('owner', { type: CitationOwnerType, description: 'Whose site it is.' }),
    category: t.expose('category', { type: SourceCategoryType, description: 'What kind of site it is.' }),
    competitorId: t.exposeString('competitorId', {
      nullable: true,
      description: 'The databaseId of the competitor whose site it is.',
    }),
    competitor: t.field({
      type: Competitor,
      nullable: true,
      description: 'That competitor as it is now; null if it is no longer tracked.',
      resolve: ownCompetitor,
    }),
    citations: t.exposeInt('citations', {
      description: 'How often answers list pages of it as sources: the sum of `cited` and `retrieved`.',
    }),
    cited: t.exposeInt('cited', { description: 'How often answers refer to pages of it in their text.' }),
    retrieved: t.exposeInt('retrieved', {
      description: 'How often answers list pages of it as sources without referring to them.',
    }),
    citationRate: t.expose('citationRate', {
      type: RateType,
      description: 'Share of the answers that cite it.',
    }),
    retrievedRate: t.expose('retrievedRate', {
      type: RateType,
      nullable: true,
      extensions: { expensive: 'urls' },
      description: 'Share of the answers that list a page of it as a source without citing that page.',
    }),
    urls: t.field({
      type: [SourceUrlType],
      nullable: true,
      extensions: { items: 10, expensive: 'urls' },
      description: 'Its pages, those named most often first.',
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
  { name: 'SourceDomainEdge', description: 'A site at its place in the list.' },
)

const SourceUrlConnection = builder.connectionObject(
  { type: SourceUrlType, name: 'SourceUrlConnection', description: 'A page of pages of sites.' },
  { name: 'SourceUrlEdge', description: 'A page of a site at its place in the list.' },
)

const SourceOrderType = enumType('SourceOrder', {
  description: 'Orders of sites; those that are equal in one are ordered by domain.',
  values: SOURCE_ORDERS,
})

const SourceUrlOrderType = enumType('SourceUrlOrder', {
  description: 'Orders of pages; those that are equal in one are ordered by address.',
  values: SOURCE_URL_ORDERS,
})

const filters = builder.args((t) => ({
  provider: t.string({ description: 'Only in answers of this provider, by token or alias.' }),
  location: t.field({ type: 'CountryCode', description: 'Only in answers to questions from this country.' }),
  owner: t.field({ type: CitationOwnerType, description: 'Only sites of this owner.' }),
  category: t.field({ type: SourceCategoryType, description: 'Only sites of this kind.' }),
}))

const siteArguments = builder.args((t) => ({
  ...filters,
  q: t.string({ description: 'Only sites whose domain contains this text, at most 200 characters.' }),
  orderBy: t.field({ type: SourceOrderType, description: 'Their order; by default CITATIONS_DESC.' }),
}))

const urlArguments = builder.args((t) => ({
  ...filters,
  domain: t.string({ description: 'Only pages of this site, by its domain.' }),
  q: t.string({
    description: 'Only pages whose address or title contains this text, at most 200 characters.',
  }),
  orderBy: t.field({ type: SourceUrlOrderType, description: 'Their order; by default CITATIONS_DESC.' }),
}))

const runs = builder.args((t) => ({
  runs: t.int({ required: true, defaultValue: 1, description: 'Number of runs, 1–12.' }),
}))

/** The page of a list of sites that the arguments name; each order has cursors of its own. */
function sitesPage(listOfAll: string, orderBy: SourceOrder | null | undefined, args: PageArguments) {
  const order = orderBy ?? 'citations_desc'
  const listId = order === 'citations_desc' ? listOfAll : `${listOfAll}:${order}`
  const isKey = (text: string) =>
    isMeasuredKey(text) && (order !== 'citations_desc' || !text.startsWith('0~'))
  const page = parsePage(args, { listId, isKey })
  return { order, page, listId, keyOf: (source: SourceRecord) => sourceKey(source, order) }
}

/** The page of a list of pages that the arguments name; each order has cursors of its own. */
function urlsPage(listOfAll: string, orderBy: SourceUrlOrder | null | undefined, args: PageArguments) {
  const order = orderBy ?? 'citations_desc'
  const listId = order === 'citations_desc' ? listOfAll : `${listOfAll}:${order}`
  const page = parsePage(args, { listId, isKey: isMeasuredKey })
  return { order, page, listId, keyOf: (source: SourceUrl) => sourceUrlKey(source, order) }
}

builder.interfaceField(Analysis, 'sources', (t) =>
  t.connection(
    {
      type: SourceDomain,
      nullable: true,
      description:
        'The sites that its answers name as sources so far, by default those named most often first.',
      args: siteArguments,
      resolve: async (
        { id },
        { provider, location, owner, category, q, orderBy, ...args },
        { load },
        info,
      ) => {
        const { order, ...list } = sitesPage(`sources:${id}`, orderBy, args)
        const filter = given({ provider, location, owner, category, q })
        const { urls } = loadedParts(info)
        return connectionOf({
          items: await load(listRunSources, id, { filter, page: list.page, order, urls }),
          ...list,
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
        'The sites that the answers of its latest runs with results name as sources, by default those named most often first.',
      args: { ...runs, ...siteArguments },
      resolve: async (
        { id },
        { runs, provider, location, owner, category, q, orderBy, ...args },
        { load },
        info,
      ) => {
        const { order, ...list } = sitesPage(`sources:${id}:${runs}`, orderBy, args)
        const answers = { runs, filter: given({ provider, location, owner, category, q }) }
        const { urls } = loadedParts(info)
        return connectionOf({
          items: await load(listProjectSources, id, { ...answers, page: list.page, order, urls }),
          ...list,
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
      description:
        'The pages that its answers name as sources so far, by default those named most often first.',
      args: urlArguments,
      resolve: async (
        { id },
        { provider, location, owner, category, domain, q, orderBy, ...args },
        { load },
      ) => {
        const { order, ...list } = urlsPage(`sourceUrls:${id}`, orderBy, args)
        const filter = given({ provider, location, owner, category, domain, q })
        return connectionOf({
          items: await load(listRunSourceUrls, id, { filter, page: list.page, order }),
          ...list,
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
        'The pages that the answers of its latest runs with results name as sources, by default those named most often first.',
      args: { ...runs, ...urlArguments },
      resolve: async (
        { id },
        { runs, provider, location, owner, category, domain, q, orderBy, ...args },
        { load },
      ) => {
        const { order, ...list } = urlsPage(`sourceUrls:${id}:${runs}`, orderBy, args)
        const answers = { runs, filter: given({ provider, location, owner, category, domain, q }) }
        return connectionOf({
          items: await load(listProjectSourceUrls, id, { ...answers, page: list.page, order }),
          ...list,
          countAll: () => load(countProjectSourceUrls, id, answers),
        })
      },
    },
    SourceUrlConnection,
  ),
)
