import type { z } from 'zod'
import {
  DISCOVERED_BRAND_ORDERS,
  DISCOVERED_BRAND_STATES,
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
import { isMeasuredKey } from '../../core/measured-page.ts'
import { readResultsByIds } from '../../core/results/read.ts'
import { readRuns } from '../../core/runs/read.ts'
import { builder } from '../builder.ts'
import { enumType, fieldsOf } from '../define.ts'
import { connectionOf, type PageArguments, parsePage } from '../page.ts'
import { loadedParts } from '../selections/loaded-parts.ts'
import { Project } from './project.ts'
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

const DiscoveredBrandStateType = enumType('DiscoveredBrandState', {
  description: 'Which discovered brands a list has; each brand is in one of these.',
  values: DISCOVERED_BRAND_STATES,
})

const listArguments = builder.args((t) => ({
  state: t.field({
    type: DiscoveredBrandStateType,
    required: true,
    defaultValue: 'listed',
    description: 'Which brands.',
  }),
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
        'The brands in its answers that the project does not track: by default those that answers list or recommend, those named in most answers first. Counted when the run ends.',
      args: listArguments,
      resolve: async ({ id }, { orderBy: order, state, ...args }, { load }) => {
        const list = pageIn(`discoveredBrands:${id}:${order}:${state}`, args)
        return {
          ...connectionOf({
            items: await load(listRunDiscoveredBrands, id, { page: list.page, order, state }),
            ...list,
            countAll: () => load(countRunDiscoveredBrands, id, { state }),
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
        'The brands in the answers of its latest runs with results that it does not track: by default those that answers list or recommend, those named in most answers first.',
      args: {
        runs: t.arg.int({ required: true, defaultValue: 1, description: 'Number of runs, 1–12.' }),
        ...listArguments,
      },
      resolve: async ({ id }, { runs, orderBy: order, state, ...args }, { load }) => {
        const list = pageIn(`discoveredBrands:${id}:${runs}:${order}:${state}`, args)
        return {
          ...connectionOf({
            items: await load(listProjectDiscoveredBrands, id, { runs, page: list.page, order, state }),
            ...list,
            countAll: () => load(countProjectDiscoveredBrands, id, { runs, state }),
          }),
          countSearched: () => load(countProjectSearchedAnswers, id, { runs }),
        }
      },
    },
    DiscoveredBrandConnection,
  ),
)
