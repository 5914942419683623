import { readCompetitors } from '../../core/competitors/read.ts'
import { badFields } from '../../core/parse.ts'
import { countProjectSources, listProjectSources } from '../../core/results/project-sources.ts'
import { countRunSources, listRunSources } from '../../core/results/run-sources.ts'
import {
  isSourceKey,
  MAXIMUM_URLS,
  type SourceRecord,
  type SourceUrl,
  sourceKey,
} from '../../core/results/sources.ts'
import { builder } from '../builder.ts'
import { given } from '../input.ts'
import { connectionOf, parsePage } from '../page.ts'
import { loadedParts } from '../selections/loaded-parts.ts'
import { Competitor } from './competitor.ts'
import { CitationOwnerType } from './observation.ts'
import { Project } from './project.ts'
import { RateType } from './rate.ts'
import { AnalysisRun } from './run.ts'

const SourceUrlType = builder.objectRef<SourceUrl>('SourceUrl').implement({
  description: 'A page of a site that answers name as a source.',
  fields: (t) => ({
    url: t.expose('url', { type: 'URL', description: 'Its address, without tracking parameters.' }),
    title: t.exposeString('title', { nullable: true, description: 'Its title, as given by a surface.' }),
    citations: t.exposeInt('citations', { description: 'How often answers list it as a source.' }),
  }),
})

const SourceDomain = builder.objectRef<SourceRecord>('SourceDomain').implement({
  description: 'A site that answers name as a source.',
  fields: (t) => ({
    domain: t.exposeString('domain', { description: 'Its registrable domain.' }),
    owner: t.expose('owner', { type: CitationOwnerType, description: 'Whose site it is.' }),
    competitorId: t.exposeString('competitorId', {
      nullable: true,
      description: 'The databaseId of the competitor whose site it is.',
    }),
    competitor: t.field({
      type: Competitor,
      nullable: true,
      description: 'That competitor as it is now; null if it is no longer tracked.',
      resolve: ({ competitorId }, _, context) =>
        competitorId === null ? null : context.load(readCompetitors, competitorId),
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

const ABOUT = {
  provider: 'Only in answers of this provider, by token or alias.',
  location: 'Only in answers to questions from this country.',
}

builder.objectField(AnalysisRun, 'sources', (t) =>
  t.connection(
    {
      type: SourceDomain,
      nullable: true,
      description: 'The sites that its answers name as sources so far, those named most often first.',
      args: {
        provider: t.arg.string({ description: ABOUT.provider }),
        location: t.arg({ type: 'CountryCode', description: ABOUT.location }),
      },
      resolve: async ({ id }, { provider, location, ...args }, { load }, info) => {
        const listId = `sources:${id}`
        const page = parsePage(args, { listId, isKey: isSourceKey })
        const filter = given({ provider, location })
        const { urls } = loadedParts(info)
        return connectionOf({
          items: await load(listRunSources, id, { filter, page, urls }),
          page,
          listId,
          keyOf: sourceKey,
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
        'The sites that the answers of its latest runs with results name as sources, those named most often first.',
      args: {
        runs: t.arg.int({ required: true, defaultValue: 1, description: 'Number of runs, 1–12.' }),
        provider: t.arg.string({ description: ABOUT.provider }),
        location: t.arg({ type: 'CountryCode', description: ABOUT.location }),
      },
      resolve: async ({ id }, { runs, provider, location, ...args }, { load }, info) => {
        const listId = `sources:${id}:${runs}`
        const page = parsePage(args, { listId, isKey: isSourceKey })
        const answers = { runs, filter: given({ provider, location }) }
        const { urls } = loadedParts(info)
        return connectionOf({
          items: await load(listProjectSources, id, { ...answers, page, urls }),
          page,
          listId,
          keyOf: sourceKey,
          countAll: () => load(countProjectSources, id, answers),
        })
      },
    },
    SourceDomainConnection,
  ),
)
