import { notFound } from '../../core/foundation/errors.ts'
import { badFields } from '../../core/foundation/parse.ts'
import { comparisonDefinition, type RunComparison } from '../../core/measurements/comparison.ts'
import { readPrompts } from '../../core/prompts/read.ts'
import { readRuns } from '../../core/runs/read.ts'
import { compareParts } from '../../core/trends/compare-runs.ts'
import { type PromptMetrics, promptMetricsId, readPromptMetrics } from '../../core/trends/prompt-metrics.ts'
import { metricsValue, type RunMetrics, readRunMetrics, runMetricsId } from '../../core/trends/run-metrics.ts'
import { METRIC_SCOPES } from '../../metrics/scopes.ts'
import { builder } from '../foundation/builder.ts'
import { enumType } from '../foundation/define.ts'
import { exposeFields, PROMPT_COUNT } from '../foundation/derive.ts'
import { CACHE_ID, cacheIdOf, databaseIdOf } from '../foundation/global-id.ts'
import { omitNullish } from '../foundation/input.ts'
import { Analysis } from './analysis.ts'
import { changesOptions, changesWith } from './entity-changes.ts'
import { ENTITY_IDS } from './entity-ids.ts'
import { Prompt } from './prompt.ts'
import { AnalysisRun } from './run.ts'
import { SummaryType } from './summary.ts'

export const RunComparisonType = builder.objectRef<RunComparison>('RunComparison').implement({
  description: 'Change of the mention rate of the brand since the previous run.',
  fields: (t) => ({
    ...exposeFields(t, comparisonDefinition, { omit: ['previousRunId'], rename: PROMPT_COUNT }),
    previousRun: t.field({
      type: AnalysisRun,
      nullable: true,
      description: 'The run to compare with; null for the first run, and if the previous run was deleted.',
      resolve: ({ previousRunId }, _, context) =>
        previousRunId === null ? null : context.load(readRuns, previousRunId),
    }),
  }),
})

const MetricScope = enumType('MetricScope', {
  description: 'Dimension by which a run or an async analysis is split.',
  values: METRIC_SCOPES,
})

/** Metrics of a part, and the run that it is compared with if that is not the previous run. */
type Part = (RunMetrics | PromptMetrics) & { comparedRunId?: string }

export const RunMetricsType = builder.objectRef<Part>('RunMetrics').implement({
  description: 'Metrics of a part of a run or an async analysis.',
  fields: (t) => ({
    id: t.id({ ...CACHE_ID, resolve: (part) => cacheIdOf('RunMetrics', comparedPart(part)) }),
    scope: t.expose('scope', { type: MetricScope, description: 'Dimension of the split.' }),
    value: t.string({
      nullable: true,
      description:
        'The part: a provider token, a country, a tag in lower case, or the databaseId of a prompt. Null for the whole.',
      resolve: ({ scope, value }) => (scope === 'all' ? null : value),
    }),
    prompt: t.field({
      type: Prompt,
      nullable: true,
      description: 'The prompt in its current state, even if it was deleted; null for other scopes.',
      resolve: ({ scope, value }, _, context) =>
        scope === 'prompt' ? context.load(readPrompts, value) : null,
    }),
    run: t.field({
      type: AnalysisRun,
      nullable: true,
      description: 'The run; null for a part of an async analysis.',
      resolve: ({ runId }, _, context) => context.load(readRuns, runId),
    }),
    summary: t.field({
      type: SummaryType,
      description: 'Metrics over the answers of the part.',
      resolve: (part) => ({ ...part.summary, about: partName(part) }),
    }),
    comparison: t.expose('comparison', {
      type: RunComparisonType,
      description:
        'Comparison with the same part of the previous run. Always INSUFFICIENT for an async analysis, which has no previous run.',
    }),
    changes: t.field({
      ...changesOptions('the same part of the previous run'),
      args: { entityIds: t.arg.idList({ description: ENTITY_IDS }) },
      resolve: (part, { entityIds }) => changesWith(comparedPart(part), part.changes, entityIds),
    }),
  }),
})

/** Returns a text that identifies a part of a run. The whole run has the same text as the summary of the run. */
function partName({ runId, scope, value }: Part): string {
  return scope === 'all' ? runId : `${runId}:${scope}:${value}`
}

/** Returns a text that identifies a part of a run together with the run that it is compared with. */
function comparedPart(part: Part): string {
  return part.comparedRunId === undefined ? partName(part) : `${partName(part)}:${part.comparedRunId}`
}

builder.objectFields(AnalysisRun, (t) => ({
  comparison: t.field({
    type: RunComparisonType,
    nullable: true,
    description:
      'Comparison with the previous run, computed at the end of the run; null until then, and if there are no results.',
    resolve: async ({ id }, _, context) => {
      const [whole] = (await context.load(readRunMetrics, runMetricsId(id, 'all'))) ?? []
      return whole?.comparison ?? null
    },
  }),
}))

builder.objectField(AnalysisRun, 'comparedWith', (t) =>
  t.field({
    type: [RunMetricsType],
    nullable: true,
    description:
      'The parts as in `metrics`, compared with any other run of the project instead of the previous run. Computed from the results on request, which may take a second. Empty until the run has ended, and if there are no results.',
    args: {
      runId: t.arg.id({
        required: true,
        description:
          'databaseId or global id of the other run, which must have results and belong to the same project.',
      }),
      scope: t.arg({
        type: MetricScope,
        required: true,
        defaultValue: 'all',
        description: 'Dimension of the split; PROMPT is not supported.',
      }),
      value: t.arg.string({
        description: 'Only this part: the id or alias of a provider, a country, or a tag (case-insensitive).',
      }),
    },
    resolve: async ({ id }, { runId, scope, value }, { ctx }) => {
      if (scope === 'prompt') throw badFields({ scope: 'must be ALL, PROVIDER, LOCATION or TAG' })
      const input = { id, runId: databaseIdOf(runId, 'AnalysisRun'), by: scope, ...omitNullish({ value }) }
      const parts = await compareParts({ ctx, input })
      return parts.map((part) => ({ ...part, comparedRunId: input.runId }))
    },
  }),
)

builder.interfaceFields(Analysis, (t) => ({
  metrics: t.field({
    type: [RunMetricsType],
    nullable: true,
    description: 'Metrics of the parts; empty until the analysis has ended, and if there are no results.',
    args: {
      scope: t.arg({
        type: MetricScope,
        required: true,
        defaultValue: 'all',
        description: 'Dimension of the split.',
      }),
      value: t.arg.string({
        description:
          'Only this part: the id or alias of a provider, a country, a tag (case-insensitive), or the databaseId or global id of a prompt. Required for PROMPT.',
      }),
    },
    resolve: async ({ id }, { scope, value }, context) => {
      if (scope === 'prompt') {
        if (value == null) throw badFields({ value: 'must be the id of a prompt' })
        const promptId = databaseIdOf(value, 'Prompt')
        const metrics = await context.load(readPromptMetrics, promptMetricsId(promptId, id))
        if (metrics) return [metrics]
        if (!(await context.load(readPrompts, promptId))) throw notFound('Prompt')
        return []
      }
      const wanted = value == null ? null : metricsValue(context.ctx, scope, value)
      const parts = (await context.load(readRunMetrics, runMetricsId(id, scope))) ?? []
      return parts.filter((part) => wanted === null || scope === 'all' || part.value === wanted)
    },
  }),
}))
