import type { z } from 'zod'
import {
  DISCOVERED_BRAND_ORDERS,
  discoveredBrandDefinition,
  discoveredEvidenceDefinition,
} from '../../core/discovered-brands/definition.ts'
import {
  countProjectDiscoveredBrands,
  countProjectSearchedAnswers,
  countRunDiscoveredBrands,
  countRunSearchedAnswers,
  listProjectDiscoveredBrands,
  listRunDiscoveredBrands,
} from '../../core/discovered-brands/list.ts'
import { type ListedBrand, listedKey } from '../../core/discovered-brands/page.ts'
import { type TrackedBrand, trackDiscoveredBrand } from '../../core/discovered-brands/track.ts'
import { isMeasuredKey } from '../../core/measured-page.ts'
import { readResultsByIds } from '../../core/results/read.ts'
import { readRuns } from '../../core/runs/read.ts'
import { builder } from '../builder.ts'
import { enumType, fieldsOf } from '../define.ts'
import { given, namedProject } from '../input.ts'
import { connectionOf, type PageArguments, parsePage } from '../page.ts'
import { loadedParts } from '../selections/loaded-parts.ts'
import { Competitor } from './competitor.ts'
import { Project } from './project.ts'
import { ABOUT, projectChangePayload } from './project-mutations.ts'
import { ProjectReextraction } from './project-reextraction.ts'
import { RateType } from './rate.ts'
import { AnalysisResult } from './result.ts'
import { AnalysisRun } from './run.ts'

const ofEvidence = fieldsOf(discoveredEvidenceDefinition)
const DiscoveredEvidence = builder
  .objectRef<z.output<typeof discoveredEvidenceDefinition>>('DiscoveredEvidence')
  .implement({
    description: 'The answer that shows a discovered brand best, and the words that show it.',
    fields: (t) => ({
      text: t.exposeString('text', ofEvidence('text')),
      start: t.exposeInt('start', ofEvidence('start')),
      end: t.exposeInt('end', ofEvidence('end')),
      run: t.field({
        type: AnalysisRun,
        nullable: true,
        description: 'The run of the answer; null once it is deleted.',
        resolve: ({ runId }, _, { load }) => load(readRuns, runId),
      }),
      result: t.field({
        type: AnalysisResult,
        nullable: true,
        description: 'The answer; null once its run is deleted.',
        resolve: ({ resultId }, _, { load }, info) =>
          load(readResultsByIds, resultId, { include: loadedParts(info) }),
      }),
    }),
  })

const of = fieldsOf(discoveredBrandDefinition)
const DiscoveredBrandType = builder.objectRef<ListedBrand>('DiscoveredBrand').implement({
  description: 'A brand that answers list or recommend and that the project does not track.',
  fields: (t) => ({
    name: t.exposeString('name', of('name')),
    spellings: t.exposeStringList('spellings', of('spellings')),
    mentionRate: t.expose('mentionRate', { type: RateType, ...of('mentionRate') }),
    recommended: t.exposeInt('recommended', of('recommended')),
    mentions: t.exposeInt('mentions', of('mentions')),
    bestRank: t.exposeInt('bestRank', of('bestRank')),
    providers: t.exposeStringList('providers', of('providers')),
    firstSeenAt: t.expose('firstSeenAt', { type: 'DateTime', ...of('firstSeenAt') }),
    evidence: t.expose('evidence', { type: DiscoveredEvidence, ...of('evidence') }),
  }),
})

/** What a list has besides its page. */
interface OfList {
  countSearched: () => Promise<number>
}

const DiscoveredBrandConnection = builder.connectionObject(
  {
    type: DiscoveredBrandType,
    name: 'DiscoveredBrandConnection',
    description: 'A page of discovered brands.',
    fields: (t) => ({
      searchedAnswers: t.int({
        description:
          'In how many answers such brands were looked for: 0 in runs that were read before that was done.',
        resolve: (list) => (list as unknown as OfList).countSearched(),
      }),
    }),
  },
  { name: 'DiscoveredBrandEdge', description: 'A discovered brand at its place in the list.' },
)

const DiscoveredBrandOrderType = enumType('DiscoveredBrandOrder', {
  description: 'Orders of discovered brands; those that are equal in one are ordered by name.',
  values: DISCOVERED_BRAND_ORDERS,
})

const listArguments = builder.args((t) => ({
  orderBy: t.field({
    type: DiscoveredBrandOrderType,
    required: true,
    defaultValue: 'answers_desc',
    description: 'Their order.',
  }),
}))

/** The page of a list that the arguments name; each order has cursors of its own. */
function pageIn(listOfAll: string, args: PageArguments) {
  const page = parsePage(args, { listId: listOfAll, isKey: isMeasuredKey })
  return { page, listId: listOfAll, keyOf: listedKey }
}

builder.objectField(AnalysisRun, 'discoveredBrands', (t) =>
  t.connection(
    {
      type: DiscoveredBrandType,
      nullable: true,
      description:
        'The brands that its answers list or recommend and that the project does not track, by default those named in most answers first. Counted when the run ends.',
      args: listArguments,
      resolve: async ({ id }, { orderBy: order, ...args }, { load }) => {
        const list = pageIn(`discoveredBrands:${id}:${order}`, args)
        return {
          ...connectionOf({
            items: await load(listRunDiscoveredBrands, id, { page: list.page, order }),
            ...list,
            countAll: () => load(countRunDiscoveredBrands, id),
          }),
          countSearched: () => load(countRunSearchedAnswers, id),
        }
      },
    },
    DiscoveredBrandConnection,
  ),
)

builder.objectField(Project, 'discoveredBrands', (t) =>
  t.connection(
    {
      type: DiscoveredBrandType,
      nullable: true,
      description:
        'The brands that the answers of its latest runs with results list or recommend and that it does not track, by default those named in most answers first.',
      args: {
        runs: t.arg.int({ required: true, defaultValue: 1, description: 'Number of runs, 1–12.' }),
        ...listArguments,
      },
      resolve: async ({ id }, { runs, orderBy: order, ...args }, { load }) => {
        const list = pageIn(`discoveredBrands:${id}:${runs}:${order}`, args)
        return {
          ...connectionOf({
            items: await load(listProjectDiscoveredBrands, id, { runs, page: list.page, order }),
            ...list,
            countAll: () => load(countProjectDiscoveredBrands, id, { runs }),
          }),
          countSearched: () => load(countProjectSearchedAnswers, id, { runs }),
        }
      },
    },
    DiscoveredBrandConnection,
  ),
)

const TrackDiscoveredBrandInput = builder.inputType('TrackDiscoveredBrandInput', {
  description: 'A discovered brand to track.',
  fields: (t) => ({
    projectId: t.id({ description: ABOUT.projectId }),
    name: t.string({
      required: true,
      description: 'Any of its spellings, as a list of discovered brands has them.',
    }),
    url: t.field({ type: 'URL', description: `Its website: ${ABOUT.url}` }),
  }),
})

const TrackDiscoveredBrandPayload = projectChangePayload<TrackedBrand>(
  'TrackDiscoveredBrandPayload',
  'What came of tracking a discovered brand.',
)

builder.objectFields(TrackDiscoveredBrandPayload, (t) => ({
  competitor: t.expose('competitor', { type: Competitor, description: 'The competitor that it is now.' }),
  projectReextraction: t.expose('reextraction', {
    type: ProjectReextraction,
    description: 'Reads the history of the project again, with the competitor; it can be subscribed to.',
  }),
}))

builder.mutationField('trackDiscoveredBrand', (t) =>
  t.field({
    type: TrackDiscoveredBrandPayload,
    description:
      'Makes a discovered brand a competitor, with its other spellings as aliases, and reads the answers of all ended runs again. Repeated, it changes nothing and tells how far that has come.',
    args: { input: t.arg({ type: TrackDiscoveredBrandInput, required: true, description: 'The brand.' }) },
    resolve: (_, { input: { projectId, name, url } }, { ctx }) =>
      trackDiscoveredBrand({ ctx, input: { ...namedProject(projectId), name, ...given({ url }) } }),
  }),
)
