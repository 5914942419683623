import { notFound } from '../../core/errors.ts'
import { comparisonDefinition, type RunComparison } from '../../core/measurements/comparison.ts'
import { badFields } from '../../core/parse.ts'
import { readPrompts } from '../../core/prompts/read.ts'
import { readRuns } from '../../core/runs/read.ts'
import { compareParts } from '../../core/trends/compare-runs.ts'
import { type PromptMetrics, promptMetricsId, readPromptMetrics } from '../../core/trends/prompt-metrics.ts'
import { metricsValue, type RunMetrics, readRunMetrics, runMetricsId } from '../../core/trends/run-metrics.ts'
import { METRIC_SCOPES } from '../../metrics/scopes.ts'
import { builder } from '../builder.ts'
import { enumType, fieldsOf } from '../define.ts'
import { databaseIdOf } from '../global-id.ts'
import { given } from '../input.ts'
import { Analysis } from './analysis.ts'
import { ComparisonVerdict, changesOptions, ENTITY_IDS, entitiesWith } from './entity-changes.ts'
import { Prompt } from './prompt.ts'
import { AnalysisRun } from './run.ts'
import { SummaryType } from './summary.ts'

const of = fieldsOf(comparisonDefinition)
/** The comparison of a run with the previous one. */
export const RunComparisonType = builder.objectRef<RunComparison>('RunComparison').implement({
  description: 'The change of the mention rate of the brand against the previous run.',
  fields: (t) => ({
    verdict: t.expose('verdict', { type: ComparisonVerdict, ...of('verdict') }),
    previousRun: t.field({
      type: AnalysisRun,
      nullable: true,
      description: 'The run it is compared with; null for the first run, and if the other was deleted.',
      resolve: ({ previousRunId }, _, context) =>
        previousRunId === null ? null : context.load(readRuns, previousRunId),
    }),
    prompts: t.exposeInt('prompts', of('prompts')),
    difference: t.exposeFloat('difference', of('difference')),
    low: t.exposeFloat('low', of('low')),
    high: t.exposeFloat('high', of('high')),
    pValue: t.exposeFloat('pValue', of('pValue')),
    adjustedVerdict: t.expose('adjustedVerdict', { type: ComparisonVerdict, ...of('adjustedVerdict') }),
    stability: t.exposeFloat('stability', of('stability')),
  }),
})

const MetricScope = enumType('MetricScope', {
  description: 'How a run or an async analysis is divided into parts.',
  values: METRIC_SCOPES,
})

/** The figures of a part of a run or an async analysis. */
export const RunMetricsType = builder.objectRef<RunMetrics | PromptMetrics>('RunMetrics').implement({
  description: 'The figures of a part of a run or an async analysis.',
  fields: (t) => ({
    scope: t.expose('scope', { type: MetricScope, description: 'How it is divided.' }),
    value: t.string({
      nullable: true,
      description:
        'Which part: the token, the country, the tag in lower case, or the databaseId of the prompt. Null for the whole.',
      resolve: ({ scope, value }) => (scope === 'all' ? null : value),
    }),
    prompt: t.field({
      type: Prompt,
      nullable: true,
      description: 'The prompt as it is now, also after it was deleted; null for other scopes.',
      resolve: ({ scope, value }, _, context) =>
        scope === 'prompt' ? context.load(readPrompts, value) : null,
    }),
    run: t.field({
      type: AnalysisRun,
      nullable: true,
      description: 'The run; null for a part of an async analysis.',
      resolve: ({ runId }, _, context) => context.load(readRuns, runId),
    }),
    summary: t.expose('summary', { type: SummaryType, description: 'Figures over its answers.' }),
    comparison: t.expose('comparison', {
      type: RunComparisonType,
      description:
        'The comparison with the same part of the previous run; an async analysis is compared with nothing: INSUFFICIENT.',
    }),
    changes: t.field({
      ...changesOptions('the same part of the previous run'),
      args: { entityIds: t.arg.idList({ description: ENTITY_IDS }) },
      resolve: ({ changes }, { entityIds }) => changes && entitiesWith(changes, entityIds),
    }),
  }),
})

builder.objectFields(AnalysisRun, (t) => ({
  comparison: t.field({
    type: RunComparisonType,
    nullable: true,
    description:
      'The comparison with the previous run, computed when it ended; null until then, and without results.',
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
      'Its parts as in `metrics`, compared with any other run of the project in place of the previous one. Computed from the results, which may take a second. Empty until it has ended, and without results.',
    args: {
      runId: t.arg.id({
        required: true,
        description: 'The other run, by databaseId or global id; one of the same project, with results.',
      }),
      scope: t.arg({
        type: MetricScope,
        required: true,
        defaultValue: 'all',
        description: 'How to divide them; prompts are not compared.',
      }),
      value: t.arg.string({
        description: 'Only this part: a provider by token or alias, a country, or a tag in any case.',
      }),
    },
    resolve: ({ id }, { runId, scope, value }, { ctx }) => {
      if (scope === 'prompt') throw badFields({ scope: 'must be ALL, PROVIDER, LOCATION or TAG' })
      const input = { id, runId: databaseIdOf(runId, 'AnalysisRun'), by: scope, ...given({ value }) }
      return compareParts({ ctx, input })
    },
  }),
)

builder.interfaceFields(Analysis, (t) => ({
  metrics: t.field({
    type: [RunMetricsType],
    nullable: true,
    description: 'The figures of its parts; empty until it has ended, and without results.',
    args: {
      scope: t.arg({
        type: MetricScope,
        required: true,
        defaultValue: 'all',
        description: 'How to divide it.',
      }),
      value: t.arg.string({
        description:
          'Only this part: a provider by token or alias, a country, a tag in any case, or a prompt by databaseId or global id. Required for PROMPT.',
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
