import { z } from 'zod'
import { comparisonDefinition } from '../../../src/core/measurements/comparison.ts'
import {
  domainShareDefinition,
  entitySummaryDefinition,
  ownerShareDefinition,
  summaryDefinition,
} from '../../../src/metrics/definitions.ts'
import type { Objects, Operation } from '../operation.ts'
import { GRAPH_ONLY, query, rest, tool, WITHIN_PROJECT, wrong } from './entry-parts.ts'

/** Figures of a run, which REST shows as points of trends, and GraphQL and tools by its id. */
const OF_RUN = {
  ...WITHIN_PROJECT,
  rest: { absent: 'REST has figures of a run as a point of trends' },
  cli: GRAPH_ONLY.cli,
  input: ({ runId = '' }) => ({ runId }),
  otherTenant: ({ runId = '' }) => ({ runId }),
  badInput: 'its input is an id',
} as const satisfies Partial<Operation>

const RUN = ['node(id: $id)', '... on AnalysisRun'] as const
const BY_RUN = { names: { runId: 'id' } }

const comparedPart = z.object({
  scope: z.string(),
  value: z.string().nullable(),
  comparison: comparisonDefinition,
  summary: summaryDefinition,
})

/** A part of a comparison, as the tool shows it. */
interface Part {
  part: string | null
  comparison: object
  now: Figures
  before: Figures | null
}
type Figures = { id: string; name: string } & Record<string, unknown>

const figuresOf = ({ id: _, name: __, ...figures }: Figures) => figures

/** The comparison of a run with the one before it, divided by a scope. */
const comparedBy = (scope: 'provider' | 'location' | 'tag' | 'run'): Operation[] => {
  const input = ({ latestRunId = '' }: Objects) => ({
    runId: latestRunId,
    by: scope === 'run' ? 'all' : scope,
  })
  const compared = {
    ...OF_RUN,
    input,
    otherTenant: ({ latestRunId = '' }: Objects) => ({ runId: latestRunId }),
  }
  const names = { runId: 'id', by: 'scope' }
  const asked = (given: object) => ({ name: 'compare_runs', arguments: { ...given, by: scope } })
  return [
    {
      ...compared,
      name: `compare a run with the one before it by ${scope}`,
      result: z.array(comparedPart),
      graphql: query(['readRunMetrics'], [...RUN, 'metrics(scope: $scope)'], { names }),
      mcp: tool('compare_runs', ['compareRuns', 'readSimulated'], {
        parameters: asked,
        field: 'parts',
        // The tool shows the figures of the brand, GraphQL those of all entities.
        form: (parts: Part[]) =>
          parts.map(({ part, comparison, now }) => ({ value: part, comparison, summary: figuresOf(now) })),
      }),
    },
    {
      ...compared,
      name: `read the figures of the run before by ${scope}`,
      result: z.array(comparedPart),
      graphql: query(
        ['readPreviousRuns', 'readRunMetrics'],
        [...RUN, 'previousRun', 'metrics(scope: $scope)'],
        { names },
      ),
      mcp: tool('compare_runs', ['compareRuns'], {
        parameters: asked,
        field: 'parts',
        // What is new in the later run has no figures before.
        form: (parts: Part[]) =>
          parts.flatMap(({ part, before }) => (before ? [{ value: part, summary: figuresOf(before) }] : [])),
      }),
    },
  ]
}

/** A site, as the tool shows it with its pages. */
type Site = { pages: object[]; cited: number; retrieved: number }

/** Operations on what runs and analyses measured. */
export const FIGURE_OPERATIONS: readonly Operation[] = [
  {
    ...OF_RUN,
    name: 'read the figures of a run',
    result: summaryDefinition,
    graphql: query(['readSummaries'], [...RUN, 'summary'], BY_RUN),
    mcp: tool('get_run', ['readRuns', 'readSimulated'], { field: 'summary' }),
  },
  {
    ...OF_RUN,
    name: 'read the figures of the competitors in a run',
    result: z.array(entitySummaryDefinition),
    graphql: query(['readSummaries'], [...RUN, 'summary', 'entities'], {
      ...BY_RUN,
      // The brand is the first entity.
      form: (entities: object[]) => entities.slice(1),
    }),
    mcp: tool('get_run', ['readRuns'], { field: 'competitors' }),
  },
  ...comparedBy('run'),
  ...comparedBy('provider'),
  ...comparedBy('location'),
  ...comparedBy('tag'),
  {
    ...OF_RUN,
    name: 'compare a run with any other one by provider',
    mcp: { absent: 'compare_runs takes another run too; its form is compared in the entries above' },
    input: ({ latestRunId = '', runId = '' }) => ({ latestRunId, runId, by: 'provider' }),
    otherTenant: ({ latestRunId = '', runId = '' }) => ({ latestRunId, runId }),
    result: z.array(comparedPart),
    graphql: query(['compareParts'], [...RUN, 'comparedWith(runId: $runId, scope: $scope)'], {
      names: { latestRunId: 'id', by: 'scope' },
    }),
  },
  {
    ...OF_RUN,
    name: 'list the sources of a run',
    rest: GRAPH_ONLY.rest,
    input: ({ runId = '' }) => ({ runId, provider: 'provider_1', location: 'US', includePages: true }),
    result: z.array(
      domainShareDefinition
        .pick({ domain: true, owner: true, competitorId: true, citationRate: true })
        .extend({
          citations: z.int(),
          cited: z.int(),
          retrieved: z.int(),
          urls: z.array(z.object({ url: z.string(), title: z.string().nullable(), citations: z.int() })),
        }),
    ),
    graphql: query(
      ['listRunSources', 'countRunSources'],
      [...RUN, 'sources(provider: $provider, location: $location)'],
      {
        ...BY_RUN,
        without: ['includePages'],
        // A tool shows five pages of a site.
        form: (sites: { urls: object[] }[]) =>
          sites.map((site) => ({ ...site, urls: site.urls.slice(0, 5) })),
      },
    ),
    mcp: tool('list_sources', ['openResults', 'listRunSources'], {
      field: 'sources',
      // The sum is left to the model.
      form: (sites: Site[]) =>
        sites.map(({ pages, ...site }) => ({ ...site, urls: pages, citations: site.cited + site.retrieved })),
    }),
    badInput: [
      wrong('an unknown provider', { provider: 'askjeeves' }, ['provider'], 'INVALID_PROVIDER'),
      wrong('a wrong country', { location: 'germany' }, ['location']),
    ],
  },
  {
    name: 'read whose sources an async analysis has',
    as: 'organization key',
    input: ({ analysisId = '' }) => ({ analysisId }),
    result: z.array(ownerShareDefinition),
    rest: rest('GET /v1/async-analysis/{analysisId}', 'readAsyncAnalysis', {
      form: ({ summary }: { summary: z.output<typeof summaryDefinition> }) => summary.sources.owners,
    }),
    graphql: query(['findAsyncAnalysis'], ['asyncAnalysis(id: $id)', 'summary', 'sources', 'owners'], {
      names: { analysisId: 'id' },
    }),
    mcp: tool('list_sources', ['openResults', 'readSummaries'], { field: 'owners' }),
    cli: GRAPH_ONLY.cli,
    wrongScope: { as: 'project key', code: 'NOT_FOUND' },
    otherTenant: ({ analysisId = '' }) => ({ analysisId }),
    badInput: 'its input is an id',
  },
]
