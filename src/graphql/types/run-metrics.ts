import { metricsValue, type RunMetrics, readRunMetrics, runMetricsId } from '../../core/trends/run-metrics.ts'
import type { Scope } from '../../metrics/scopes.ts'
import { builder } from '../builder.ts'
import { RunComparisonType } from './comparison.ts'
import { AnalysisRun } from './run.ts'
import { SummaryType } from './summary.ts'

const MetricScope = builder.enumType('MetricScope', {
  description: 'By what a run is divided into parts.',
  values: {
    ALL: { value: 'all', description: 'Not at all: the run is one part.' },
    PROVIDER: { value: 'provider', description: 'A part for each provider.' },
    LOCATION: { value: 'location', description: 'A part for each location.' },
    TAG: { value: 'tag', description: 'A part for each tag the prompts had when they were asked.' },
  } as const satisfies Record<string, { value: Scope['scope']; description: string }>,
})

const RunMetricsType = builder.objectRef<RunMetrics>('RunMetrics').implement({
  description: 'The figures of a part of a run.',
  fields: (t) => ({
    scope: t.expose('scope', { type: MetricScope, description: 'By what the run is divided.' }),
    value: t.string({
      nullable: true,
      description: 'Which part: the token, the country, or the tag in lower case. Null for the whole run.',
      resolve: ({ scope, value }) => (scope === 'all' ? null : value),
    }),
    summary: t.expose('summary', { type: SummaryType, description: 'What its answers say.' }),
    comparison: t.expose('comparison', {
      type: RunComparisonType,
      description: 'Against the same part of the run before.',
    }),
  }),
})

builder.objectFields(AnalysisRun, (t) => ({
  comparison: t.field({
    type: RunComparisonType,
    nullable: true,
    description:
      'Against the run before it, as it was written down with its figures; null until it has ended, and without results.',
    resolve: async ({ id }, _, context) => {
      const [whole] = (await context.load(readRunMetrics, runMetricsId(id, 'all'))) ?? []
      return whole?.comparison ?? null
    },
  }),
  metrics: t.field({
    type: [RunMetricsType],
    description: 'The figures of its parts; none until it has ended, and without results.',
    args: {
      scope: t.arg({
        type: MetricScope,
        required: true,
        defaultValue: 'all',
        description: 'By what to divide.',
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
