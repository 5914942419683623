import { readCompetitors } from '../../core/competitors/read.ts'
import { readResultsByIds } from '../../core/results/read.ts'
import { readRuns } from '../../core/runs/read.ts'
import {
  type BrandThemes,
  brandThemesDefinition,
  type ThemeOfBrand,
  type ThemeQuote,
  themeDefinition,
  themeQuoteDefinition,
} from '../../core/themes/definition.ts'
import { listProjectThemes, listRunThemes, type RunThemes } from '../../core/themes/list.ts'
import { loadedParts } from '../documents/loaded-parts.ts'
import { builder } from '../foundation/builder.ts'
import { fieldsOf } from '../foundation/define.ts'
import { exposeFields } from '../foundation/derive.ts'
import { CACHE_ID, cacheIdOf } from '../foundation/global-id.ts'
import { omitNullish } from '../foundation/input.ts'
import { Competitor } from './competitor.ts'
import { BRAND } from './entity-ids.ts'
import { Project } from './project.ts'
import { AnalysisResult } from './result.ts'
import { AnalysisRun } from './run.ts'

const ThemeQuoteType = builder.objectRef<ThemeQuote>('ThemeQuote').implement({
  description: 'A passage of an answer that praises or criticizes an aspect of a brand.',
  fields: (t) => ({
    ...exposeFields(t, themeQuoteDefinition, { omit: ['resultId', 'provider'] }),
    result: t.field({
      type: AnalysisResult,
      nullable: true,
      description: 'Result with the answer; null if its run was deleted.',
      resolve: ({ resultId }, _, { load }, info) =>
        load(readResultsByIds, resultId, { include: loadedParts(info) }),
    }),
  }),
})

const ofTheme = fieldsOf(themeDefinition)
const ThemeType = builder.objectRef<ThemeOfBrand & { about: string }>('Theme').implement({
  description: 'What the answers of a run say about one aspect of a brand.',
  fields: (t) => ({
    id: t.id({ ...CACHE_ID, resolve: ({ about, theme }) => cacheIdOf('Theme', about, theme) }),
    ...exposeFields(t, themeDefinition, { omit: ['quotes'] }),
    quotes: t.expose('quotes', { type: [ThemeQuoteType], ...ofTheme('quotes') }),
  }),
})

const ofBrand = fieldsOf(brandThemesDefinition)
const BrandThemesType = builder.objectRef<BrandThemes & { about: string }>('BrandThemes').implement({
  description: 'What the answers of a run praise and criticize about one tracked brand.',
  fields: (t) => ({
    id: t.id({ ...CACHE_ID, resolve: ({ about, entityId }) => cacheIdOf('BrandThemes', about, entityId) }),
    entityId: t.exposeID('entityId', ofBrand('entityId')),
    name: t.exposeString('name', ofBrand('name')),
    competitor: t.field({
      type: Competitor,
      nullable: true,
      description: 'The competitor in its current state; null for the brand, and if it is no longer tracked.',
      resolve: ({ entityId }, _, { load }) => (entityId === BRAND ? null : load(readCompetitors, entityId)),
    }),
    mentioningAnswers: t.exposeInt('answers', ofBrand('answers')),
    themes: t.field({
      type: [ThemeType],
      ...ofBrand('themes'),
      resolve: ({ about, entityId, themes }) =>
        themes.map((theme) => ({ ...theme, about: `${about}:${entityId}` })),
    }),
  }),
})

const RunThemesType = builder.objectRef<RunThemes & { about: string }>('RunThemes').implement({
  description:
    'Themes of praise and criticism in the answers of a run, for the brand and its competitors side by side.',
  fields: (t) => ({
    id: t.id({ ...CACHE_ID, resolve: ({ about }) => cacheIdOf('RunThemes', about) }),
    run: t.field({
      type: AnalysisRun,
      nullable: true,
      description: 'The run; null if no run of the project has results.',
      resolve: ({ runId }, _, { load }) => (runId === null ? null : load(readRuns, runId)),
    }),
    previousRun: t.field({
      type: AnalysisRun,
      nullable: true,
      description: 'The run that changes are relative to; null for the first run.',
      resolve: ({ previousRunId }, _, { load }) =>
        previousRunId === null ? null : load(readRuns, previousRunId),
    }),
    brands: t.field({
      type: [BrandThemesType],
      description: 'First the brand, then each competitor. Empty unless the run has ended with results.',
      resolve: ({ about, brands }) => brands.map((brand) => ({ ...brand, about })),
    }),
  }),
})

const PROVIDER = 'Only answers of this provider, given by id or alias.'
/** The filter is part of the cache ids. */
const within = (id: string, provider: string | null | undefined, themes: RunThemes) => ({
  ...themes,
  about: `${id}:${provider ?? ''}`,
})

builder.objectField(AnalysisRun, 'runThemes', (t) =>
  t.field({
    type: RunThemesType,
    nullable: true,
    description: 'What the answers praise and criticize, compared with the previous run.',
    args: { provider: t.arg.string({ description: PROVIDER }) },
    resolve: async ({ id }, { provider }, { load }) =>
      within(id, provider, await load(listRunThemes, id, omitNullish({ provider }))),
  }),
)

builder.objectField(Project, 'runThemes', (t) =>
  t.field({
    type: RunThemesType,
    nullable: true,
    description: 'What the answers of the latest run with results praise and criticize.',
    args: { provider: t.arg.string({ description: PROVIDER }) },
    resolve: async ({ id }, { provider }, { load }) =>
      within(id, provider, await load(listProjectThemes, id, omitNullish({ provider }))),
  }),
)
