import { readCompetitors } from '../../core/competitors/read.ts'
import { badFields } from '../../core/foundation/parse.ts'
import type { SourceRecord, SourceUrl } from '../../core/sources/definition.ts'
import { MAXIMUM_URLS } from '../../core/sources/sites.ts'
import { builder } from '../foundation/builder.ts'
import type { GraphqlContext } from '../foundation/context.ts'
import { CACHE_ID, cacheIdOf } from '../foundation/global-id.ts'
import { Competitor } from './competitor.ts'
import { CitationOwnerType, SourceCategoryType } from './observation.ts'
import { RateType } from './rate.ts'

/** Resolves the competitor that owns a site. */
const competitorOf = (
  { competitorId }: { competitorId: string | null },
  _: object,
  { load }: GraphqlContext,
) => (competitorId === null ? null : load(readCompetitors, competitorId))

/** Figures together with the answers that they are about. It is part of their cache ids. */
type About<Source> = Source & { about: string }

export const SourceUrlType = builder.objectRef<About<SourceUrl>>('SourceUrl').implement({
  description: 'A web page that answers give as a source.',
  fields: (t) => ({
    id: t.id({ ...CACHE_ID, resolve: ({ about, url }) => cacheIdOf('SourceUrl', about, url) }),
    url: t.expose('url', { type: 'URL', description: 'URL without tracking parameters.' }),
    title: t.exposeString('title', { nullable: true, description: 'Title as given by a surface.' }),
    domain: t.exposeString('domain', { description: 'Registrable domain of the site.' }),
    owner: t.expose('owner', { type: CitationOwnerType, description: 'Owner of the site.' }),
    category: t.expose('category', { type: SourceCategoryType, description: 'Kind of the site.' }),
    competitorId: t.exposeID('competitorId', {
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

export const SourceDomain = builder.objectRef<About<SourceRecord>>('SourceDomain').implement({
  description: 'A site that answers give as a source.',
  fields: (t) => ({
    id: t.id({ ...CACHE_ID, resolve: ({ about, domain }) => cacheIdOf('SourceDomain', about, domain) }),
    domain: t.exposeString('domain', { description: 'Registrable domain of the site.' }),
    owner: t.expose('owner', { type: CitationOwnerType, description: 'Owner of the site.' }),
    category: t.expose('category', { type: SourceCategoryType, description: 'Kind of the site.' }),
    competitorId: t.exposeID('competitorId', {
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
      resolve: ({ about, urls }, { first }) => {
        if (first < 0) throw badFields({ first: 'must not be negative' })
        return urls.slice(0, first).map((url) => ({ ...url, about }))
      },
    }),
  }),
})

export const SourceDomainConnection = builder.connectionObject(
  { type: SourceDomain, name: 'SourceDomainConnection', description: 'A page of sites.' },
  { name: 'SourceDomainEdge', description: 'A site and its position in the list.' },
)

export const SourceUrlConnection = builder.connectionObject(
  { type: SourceUrlType, name: 'SourceUrlConnection', description: 'A page of the list of web pages.' },
  { name: 'SourceUrlEdge', description: 'A web page and its position in the list.' },
)
