import { comparisonDefinition, type RunComparison } from '../../core/measurements/comparison.ts'
import { readRuns } from '../../core/runs/read.ts'
import { metricsValue, type RunMetrics, readRunMetrics, runMetricsId } from '../../core/trends/run-metrics.ts'
import { CHANGE_VERDICTS } from '../../metrics/definitions.ts'
import { METRIC_SCOPES } from '../../metrics/scopes.ts'
import { builder } from '../builder.ts'
import { enumType, fieldsOf } from '../define.ts'
import { AnalysisRun } from './run.ts'
import { SummaryType } from './summary.ts'

/** Whether a change is larger than chance explains. */
export const ComparisonVerdict = enumType('ComparisonVerdict', {
  description: 'Whether the mention rate changed significantly, by the prompts that both runs asked.',
  values: CHANGE_VERDICTS,
})

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
  description: 'How a run is divided into parts.',
  values: METRIC_SCOPES,
})

const RunMetricsType = builder.objectRef<RunMetrics>('RunMetrics').implement({
  description: 'The figures of a part of a run.',
  fields: (t) => ({
    scope: t.expose('scope', { type: MetricScope, description: 'How the run is divided.' }),
    value: t.string({
      nullable: true,
      description: 'Which part: the token, the country, or the tag in lower case. Null for the whole run.',
      resolve: ({ scope, value }) => (scope === 'all' ? null : value),
    }),
    summary: t.expose('summary', { type: SummaryType, description: 'Figures over its answers.' }),
    comparison: t.expose('comparison', {
      type: RunComparisonType,
      description: 'The comparison with the same part of the previous run.',
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
  metrics: t.field({
    type: [RunMetricsType],
    nullable: true,
    description: 'The figures of its parts; empty until it has ended, and without results.',
    args: {
      scope: t.arg({
        type: MetricScope,
        required: true,
        defaultValue: 'all',
        description: 'How to divide the run.',
      }),
      value: t.arg.string({
        description: 'Only this part: a provider by token or alias, a country, or a tag in any case.',
      }),
    },
    resolve: async ({ id }, { scope, value }, context) => {
      const wanted = value == null ? null : metricsValue(context.ctx, scope, value)
      const parts = (await context.load(readRunMetrics, runMetricsId(id, scope))) ?? []
      return parts.filter((part) => wanted === null || scope === 'all' || part.value === wanted)
    },
  }),
}))
