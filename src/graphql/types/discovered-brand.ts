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
import { isMeasuredKey } from '../../core/foundation/measured-page.ts'
import { readResultsByIds } from '../../core/results/read.ts'
import { readRuns } from '../../core/runs/read.ts'
import { loadedParts } from '../documents/loaded-parts.ts'
import { builder } from '../foundation/builder.ts'
import { enumType, fieldsOf } from '../foundation/define.ts'
import { CACHE_ID, cacheIdOf } from '../foundation/global-id.ts'
import { readConnection } from '../foundation/page.ts'
import { Project } from './project.ts'
import { RateType } from './rate.ts'
import { AnalysisResult } from './result.ts'
import { AnalysisRun } from './run.ts'

const ofEvidence = fieldsOf(discoveredEvidenceDefinition)
const DiscoveredEvidence = builder
  .objectRef<z.output<typeof discoveredEvidenceDefinition>>('DiscoveredEvidence')
  .implement({
    description: 'The answer that shows a discovered brand best, with a quotation.',
    fields: (t) => ({
      text: t.exposeString('text', ofEvidence('text')),
      start: t.exposeInt('start', ofEvidence('start')),
      end: t.exposeInt('end', ofEvidence('end')),
      run: t.field({
        type: AnalysisRun,
        nullable: true,
        description: 'Run of the answer; null if it was deleted.',
        resolve: ({ runId }, _, { load }) => load(readRuns, runId),
      }),
      result: t.field({
        type: AnalysisResult,
        nullable: true,
        description: 'Result with the answer; null if its run was deleted.',
        resolve: ({ resultId }, _, { load }, info) =>
          load(readResultsByIds, resultId, { include: loadedParts(info) }),
      }),
    }),
  })

const of = fieldsOf(discoveredBrandDefinition)
const DiscoveredBrandType = builder.objectRef<ListedBrand & { about: string }>('DiscoveredBrand').implement({
  description: 'A brand that answers list or recommend and that the project does not track.',
  fields: (t) => ({
    id: t.id({ ...CACHE_ID, resolve: ({ about, name }) => cacheIdOf('DiscoveredBrand', about, name) }),
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

/** Additional data of a list. */
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
          'Number of answers that were searched for brands; 0 for runs from before brand discovery existed.',
        resolve: (list) => (list as unknown as OfList).countSearched(),
      }),
    }),
  },
  { name: 'DiscoveredBrandEdge', description: 'A discovered brand and its position in the list.' },
)

const DiscoveredBrandOrderType = enumType('DiscoveredBrandOrder', {
  description: 'Order of discovered brands; ties are ordered by name.',
  values: DISCOVERED_BRAND_ORDERS,
})

const DiscoveredBrandStateType = enumType('DiscoveredBrandState', {
  description: 'State of discovered brands; each brand is in exactly one state.',
  values: DISCOVERED_BRAND_STATES,
})

const listArguments = builder.args((t) => ({
  state: t.field({
    type: DiscoveredBrandStateType,
    required: true,
    defaultValue: 'listed',
    description: 'State of the brands to list.',
  }),
  orderBy: t.field({
    type: DiscoveredBrandOrderType,
    required: true,
    defaultValue: 'answers_desc',
    description: 'Order of the brands.',
  }),
}))

/** Adds the list that the figures of brands are about. It is part of their cache ids. */
const within = (about: string, brands: readonly ListedBrand[]) => brands.map((brand) => ({ ...brand, about }))

builder.objectField(AnalysisRun, 'discoveredBrands', (t) =>
  t.connection(
    {
      type: DiscoveredBrandType,
      nullable: true,
      description:
        'Brands in the answers of the run that the project does not track. By default, brands that answers list or recommend, most frequently named first. Counted when the run ends.',
      args: listArguments,
      resolve: async ({ id }, { orderBy: order, state, ...args }, { load }) => {
        const connection = await readConnection(args, {
          listId: `discoveredBrands:${id}:${order}:${state}`,
          isKey: isMeasuredKey,
          keyOf: listedKey,
          items: async (page) => within(id, await load(listRunDiscoveredBrands, id, { page, order, state })),
          countAll: () => load(countRunDiscoveredBrands, id, { state }),
        })
        return { ...connection, countSearched: () => load(countRunSearchedAnswers, id) }
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
        'Untracked brands in the answers of the latest runs with results. By default, brands that answers list or recommend, most frequently named first.',
      args: {
        runs: t.arg.int({ required: true, defaultValue: 1, description: 'Number of latest runs, 1–12.' }),
        ...listArguments,
      },
      resolve: async ({ id }, { runs, orderBy: order, state, ...args }, { load }) => {
        const connection = await readConnection(args, {
          listId: `discoveredBrands:${id}:${runs}:${order}:${state}`,
          isKey: isMeasuredKey,
          keyOf: listedKey,
          items: async (page) => {
            const brands = await load(listProjectDiscoveredBrands, id, { runs, page, order, state })
            return within(`${id}:${runs}`, brands)
          },
          countAll: () => load(countProjectDiscoveredBrands, id, { runs, state }),
        })
        return { ...connection, countSearched: () => load(countProjectSearchedAnswers, id, { runs }) }
      },
    },
    DiscoveredBrandConnection,
  ),
)
