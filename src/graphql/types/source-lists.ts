import type { InputShapeFromFields } from '@pothos/core'
import { isMeasuredKey } from '../../core/foundation/measured-page.ts'
import type { Page } from '../../core/foundation/page.ts'
import type { SourceRecord, SourceUrl } from '../../core/sources/definition.ts'
import type { SourcesFilter } from '../../core/sources/lists.ts'
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
import { SOURCE_ORDERS, type SourceOrder, sourceKey } from '../../core/sources/sites.ts'
import { SOURCE_URL_ORDERS, type SourceUrlOrder, sourceUrlKey } from '../../core/sources/urls.ts'
import { loadedParts } from '../documents/loaded-parts.ts'
import { builder } from '../foundation/builder.ts'
import { enumType } from '../foundation/define.ts'
import { databaseIdOf } from '../foundation/global-id.ts'
import { type NonNullish, namingFilter, omitNullish } from '../foundation/input.ts'
import { type PageArguments, readConnection } from '../foundation/page.ts'
import { Analysis } from './analysis.ts'
import { CitationOwnerType, SourceCategoryType } from './observation.ts'
import { Project } from './project.ts'
import { SourceDomain, SourceDomainConnection, SourceUrlConnection, SourceUrlType } from './source.ts'

const SourceOrderType = enumType('SourceOrder', {
  description: 'Order of sites; ties are ordered by domain.',
  values: SOURCE_ORDERS,
})

const SourceUrlOrderType = enumType('SourceUrlOrder', {
  description: 'Order of pages; ties are ordered by URL.',
  values: SOURCE_URL_ORDERS,
})

/** Fields shared by the filters of sites and of web pages. */
const filterFields = (
  t: PothosSchemaTypes.InputFieldBuilder<typeof builder.$inferSchemaTypes, 'InputObject'>,
) => ({
  provider: t.string({ description: 'Only sources in answers of this provider, given by id or alias.' }),
  location: t.field({ type: 'Location', description: 'Only sources in answers for this location.' }),
  mentioned: t.boolean({
    description: 'Only sources in answers that name the brand (true) or do not name it (false).',
  }),
  competitorId: t.id({ description: 'Only sources in answers that name this competitor.' }),
  owner: t.field({ type: CitationOwnerType, description: 'Only sites with this owner.' }),
  category: t.field({ type: SourceCategoryType, description: 'Only sites of this kind.' }),
})

const SourceFilter = builder.inputType('SourceFilter', {
  description: 'Selects sites. A site must match all given fields.',
  fields: (t) => ({
    ...filterFields(t),
    q: t.string({ description: 'Only sites with this text in their domain, at most 200 characters.' }),
  }),
})

const SourceUrlFilter = builder.inputType('SourceUrlFilter', {
  description: 'Selects web pages. A page must match all given fields.',
  fields: (t) => ({
    ...filterFields(t),
    domain: t.string({ description: 'Only pages of this domain.' }),
    q: t.string({
      description: 'Only pages with this text in their URL or title, at most 200 characters.',
    }),
  }),
})

const siteArguments = builder.args((t) => ({
  filter: t.field({ type: SourceFilter, description: 'The sites to list; defaults to all.' }),
  orderBy: t.field({ type: SourceOrderType, description: 'Order of the sites; defaults to CITATIONS_DESC.' }),
}))

const urlArguments = builder.args((t) => ({
  filter: t.field({ type: SourceUrlFilter, description: 'The pages to list; defaults to all.' }),
  orderBy: t.field({
    type: SourceUrlOrderType,
    description: 'Order of the pages; defaults to CITATIONS_DESC.',
  }),
}))

const runs = builder.args((t) => ({
  runs: t.int({ required: true, defaultValue: 1, description: 'Number of latest runs, 1–12.' }),
}))

type SiteArguments = InputShapeFromFields<typeof siteArguments> & PageArguments
type UrlArguments = InputShapeFromFields<typeof urlArguments> & PageArguments

/** Reads a list. The figures are about the answers of `name` (a run, or the latest runs of a project). */
interface SourceList<Item, Order, Filter> {
  name: string
  items: (list: { page: Page; order: Order; filter: Filter }) => Promise<readonly Item[]>
  countAll: (list: { filter: Filter }) => Promise<number>
}

function pageSites(
  { orderBy, filter: given, ...args }: SiteArguments,
  list: SourceList<SourceRecord, SourceOrder, NonNullish<NonNullable<SiteArguments['filter']>>>,
) {
  const order = orderBy ?? 'citations_desc'
  const filter = filterOf(given ?? {})
  const about = aboutOf(list.name, filter)
  return readConnection(args, {
    listId: orderedListId(`sources:${list.name}`, order),
    isKey: (text) => isMeasuredKey(text) && (order !== 'citations_desc' || !text.startsWith('0~')),
    keyOf: (source: SourceRecord) => sourceKey(source, order),
    items: async (page) => {
      const sites = await namingFilter(filter, () => list.items({ page, order, filter }))
      return sites.map((site) => ({ ...site, about }))
    },
    countAll: () => namingFilter(filter, () => list.countAll({ filter })),
  })
}

function pageUrls(
  { orderBy, filter: given, ...args }: UrlArguments,
  list: SourceList<SourceUrl, SourceUrlOrder, NonNullish<NonNullable<UrlArguments['filter']>>>,
) {
  const order = orderBy ?? 'citations_desc'
  const filter = filterOf(given ?? {})
  const about = aboutOf(list.name, filter)
  return readConnection(args, {
    listId: orderedListId(`sourceUrls:${list.name}`, order),
    isKey: isMeasuredKey,
    keyOf: (source: SourceUrl) => sourceUrlKey(source, order),
    items: async (page) => {
      const urls = await namingFilter(filter, () => list.items({ page, order, filter }))
      return urls.map((url) => ({ ...url, about }))
    },
    countAll: () => namingFilter(filter, () => list.countAll({ filter })),
  })
}

/** Returns the id of a list in an order. Each order has separate cursors. */
function orderedListId(listId: string, order: SourceOrder | SourceUrlOrder): string {
  return order === 'citations_desc' ? listId : `${listId}:${order}`
}

/** Replaces the global id of the competitor by its database id. */
function filterOf<Filter extends { competitorId?: string | number | null }>({
  competitorId,
  ...rest
}: Filter) {
  const id = competitorId == null ? null : databaseIdOf(String(competitorId), 'Competitor')
  return omitNullish({ ...rest, competitorId: id })
}

/** Returns a text that identifies the counted answers; the other filters only select sources. */
function aboutOf(
  name: string,
  {
    provider = '',
    location = '',
    mentioned,
    competitorId = '',
  }: Partial<Pick<SourcesFilter, 'provider' | 'location' | 'mentioned' | 'competitorId'>>,
) {
  return [name, provider, location, mentioned ?? '', competitorId].join(':')
}

builder.interfaceField(Analysis, 'sources', (t) =>
  t.connection(
    {
      type: SourceDomain,
      nullable: true,
      description: 'Sites that the answers so far give as sources, by default most frequent first.',
      args: siteArguments,
      resolve: ({ id }, args, { load }, info) => {
        const { urls } = loadedParts(info)
        return pageSites(args, {
          name: id,
          items: (list) => load(listRunSources, id, { ...list, urls }),
          countAll: (list) => load(countRunSources, id, list),
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
      resolve: ({ id }, { runs, ...args }, { load }, info) => {
        const { urls } = loadedParts(info)
        return pageSites(args, {
          name: `${id}:${runs}`,
          items: (list) => load(listProjectSources, id, { ...list, runs, urls }),
          countAll: (list) => load(countProjectSources, id, { ...list, runs }),
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
      resolve: ({ id }, args, { load }) =>
        pageUrls(args, {
          name: id,
          items: (list) => load(listRunSourceUrls, id, list),
          countAll: (list) => load(countRunSourceUrls, id, list),
        }),
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
      resolve: ({ id }, { runs, ...args }, { load }) =>
        pageUrls(args, {
          name: `${id}:${runs}`,
          items: (list) => load(listProjectSourceUrls, id, { ...list, runs }),
          countAll: (list) => load(countProjectSourceUrls, id, { ...list, runs }),
        }),
    },
    SourceUrlConnection,
  ),
)
