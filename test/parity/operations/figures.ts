import { z } from 'zod'
import { comparisonDefinition } from '../../../src/core/measurements/comparison.ts'
import {
  domainShareDefinition,
  entitySummaryDefinition,
  ownerShareDefinition,
  summaryDefinition,
} from '../../../src/metrics/definitions.ts'
import type { Objects, Operation } from '../operation.ts'
import { GRAPH_ONLY, inFilter, query, rest, tool, WITHIN_PROJECT, wrong } from './entry-parts.ts'

/**
 * Common parts of operations on the metrics of a run. GraphQL and tools take the run's id; REST has only trend points.
 */
const OF_RUN = {
  ...WITHIN_PROJECT,
  rest: { absent: 'in REST, the metrics of a run are a trend point' },
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

/** A part of a comparison as the tool returns it. */
interface Part {
  part: string | null
  comparison: object
  now: Figures
  before: Figures | null
}
type Figures = { id: string; name: string } & Record<string, unknown>

const figuresOf = ({ id: _, name: __, ...figures }: Figures) => figures

/** Returns the comparison of a run with the previous run, broken down by a scope. */
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
  const parameters = (input: object) => ({ name: 'compare_runs', arguments: { ...input, by: scope } })
  return [
    {
      ...compared,
      name: `compare a run with the previous run by ${scope}`,
      result: z.array(comparedPart),
      graphql: query(['readRunMetrics'], [...RUN, 'metrics(scope: $scope)'], { names }),
      mcp: tool('compare_runs', ['compareRuns', 'readSimulated'], {
        parameters,
        field: 'parts',
        // The tool returns the metrics of the brand only, GraphQL of all entities.
        form: (parts: Part[]) =>
          parts.map(({ part, comparison, now }) => ({ value: part, comparison, summary: figuresOf(now) })),
      }),
    },
    {
      ...compared,
      name: `read the metrics of the previous run by ${scope}`,
      result: z.array(comparedPart),
      graphql: query(
        ['readPreviousRuns', 'readRunMetrics'],
        [...RUN, 'previousRun', 'metrics(scope: $scope)'],
        { names },
      ),
      mcp: tool('compare_runs', ['compareRuns'], {
        parameters,
        field: 'parts',
        // Parts that are new in the later run have no previous metrics.
        form: (parts: Part[]) =>
          parts.flatMap(({ part, before }) => (before ? [{ value: part, summary: figuresOf(before) }] : [])),
      }),
    },
  ]
}

/** A site as the tool returns it, with its pages. */
type Site = { pages: object[]; cited: number; retrieved: number }

const firstPages = (sites: { urls: object[] }[]) =>
  sites.map((site) => ({ ...site, urls: site.urls.slice(0, 5) }))

/** Operations on the metrics of runs and analyses. */
export const FIGURE_OPERATIONS: readonly Operation[] = [
  {
    ...OF_RUN,
    name: 'read the metrics of a run',
    result: summaryDefinition,
    graphql: query(['readSummaries'], [...RUN, 'summary'], BY_RUN),
    mcp: tool('get_run', ['readRuns', 'readSimulated'], { field: 'summary' }),
  },
  {
    ...OF_RUN,
    name: 'read the metrics of the competitors in a run',
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
    name: 'compare a run with another run by provider',
    mcp: { absent: 'compare_runs also accepts another run; the entries above compare its format' },
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
    rest: rest('GET /v1/analysis/runs/{runId}/sources', 'listRunSources', {
      names: { includePages: 'includeUrls' },
      // The tool returns at most five pages per site.
      form: firstPages,
    }),
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
      [...RUN, 'sources(filter: { provider: $provider, location: $location })'],
      {
        names: { runId: 'id', ...inFilter('provider', 'location') },
        without: ['includePages'],
        form: firstPages,
      },
    ),
    mcp: tool('list_sources', ['openResults', 'listRunSources'], {
      field: 'sources',
      // The tool returns no sum of both counts.
      form: (sites: Site[]) =>
        sites.map(({ pages, ...site }) => ({ ...site, urls: pages, citations: site.cited + site.retrieved })),
    }),
    badInput: [
      wrong('an unknown provider', { provider: 'askjeeves' }, ['provider'], 'INVALID_PROVIDER'),
      wrong('an invalid country', { location: 'germany' }, ['location']),
    ],
  },
  {
    name: 'read the source owners of an async analysis',
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
