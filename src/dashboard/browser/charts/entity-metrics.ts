import { graphql, type ResultOf } from '../graphql/graphql.ts'
import type { AnswersSearch } from '../routing/answer-search.ts'
import type { Estimate } from './estimate.ts'
import { estimateOfMean, MEAN, type Mean } from './mean.tsx'
import { RATE, type Rate } from './rate.tsx'
import type { Wording } from './title.ts'

// The metrics that the dashboard shows for a brand or competitor. Tables, charts and the report take them from this file.

/** Metrics of an entity, with intervals for rates and means. */
export const ENTITY = graphql(
  `
    fragment EntityFigures on EntitySummary @_unmask {
      entityId
      name
      mentionRate {
        ...RateFigure
      }
      shareOfVoice {
        ...RateFigure
      }
      recommendationRate {
        ...RateFigure
      }
      positionMean {
        ...MeanFigure
      }
      sentimentMean {
        ...MeanFigure
      }
      praiseRate {
        ...RateFigure
      }
      mixedRate {
        ...RateFigure
      }
      criticismRate {
        ...RateFigure
      }
      placementRate {
        ...RateFigure
      }
    }
  `,
  [RATE, MEAN],
)

export type EntityFigures = ResultOf<typeof ENTITY>

const CHANGE = graphql(`
  fragment ChangeOfMetric on MetricChange @_unmask {
    verdict
    adjustedVerdict
    difference
    low
    high
  }
`)

/** Changes of an entity's metrics since the previous run. */
export const CHANGES = graphql(
  `
    fragment ChangesOfEntity on EntityChanges @_unmask {
      entityId
      name
      mentionRate {
        ...ChangeOfMetric
      }
      shareOfVoice {
        ...ChangeOfMetric
      }
      averagePosition {
        ...ChangeOfMetric
      }
      sentiment {
        ...ChangeOfMetric
      }
      recommendationRate {
        ...ChangeOfMetric
      }
    }
  `,
  [CHANGE],
)

export type EntityChanges = ResultOf<typeof CHANGES>

/** Presentation of a metric of an entity. */
export type EntityMetric = {
  /** Name of the metric in the API, which also describes it. */
  id: string
  title: string
  /** Filters for the answers that the metric counts. */
  answers: AnswersSearch
  /** The report explains the metric. */
  explained?: true
  /** What a share counts, in the singular; `answer` if missing. */
  unit?: string
} & (
  | { kind: 'share'; figureOf: (entity: EntityFigures) => Rate }
  | { kind: 'position' | 'score'; figureOf: (entity: EntityFigures) => Mean }
)

/** A metric that charts show over time, with a verdict on its changes. */
export type ChartMetric = EntityMetric & {
  id: Exclude<keyof EntityChanges, 'entityId' | 'name'>
  wording: Wording
}

/** The metric that charts show unless another one is chosen. */
export const DEFAULT_METRIC: ChartMetric = {
  id: 'mentionRate',
  title: 'Mention rate',
  kind: 'share',
  figureOf: ({ mentionRate }) => mentionRate,
  answers: { named: 'yes' },
  explained: true,
  wording: { leads: 'leads', verb: 'mentioned' },
}

/** All metrics, in the order of tables and of the report. */
export const ENTITY_METRICS: readonly (EntityMetric | ChartMetric)[] = [
  DEFAULT_METRIC,
  {
    id: 'shareOfVoice',
    title: 'Share of voice',
    kind: 'share',
    unit: 'mention',
    figureOf: ({ shareOfVoice }) => shareOfVoice,
    answers: { named: 'yes' },
    explained: true,
    wording: { leads: 'has the largest share of voice', verb: 'mentioned' },
  },
  {
    id: 'recommendationRate',
    title: 'Recommended',
    kind: 'share',
    figureOf: ({ recommendationRate }) => recommendationRate,
    answers: { recommended: 'yes' },
    explained: true,
    wording: { leads: 'is recommended most', verb: 'recommended' },
  },
  {
    id: 'averagePosition',
    title: 'Position',
    kind: 'position',
    figureOf: ({ positionMean }) => positionMean,
    answers: { named: 'yes' },
    explained: true,
    wording: { leads: 'is mentioned earliest', verb: 'mentioned' },
  },
  {
    id: 'sentiment',
    title: 'Sentiment',
    kind: 'score',
    figureOf: ({ sentimentMean }) => sentimentMean,
    answers: { named: 'yes' },
    explained: true,
    wording: { leads: 'has the best sentiment', verb: 'mentioned' },
  },
  {
    id: 'praiseRate',
    title: 'Praised',
    kind: 'share',
    figureOf: ({ praiseRate }) => praiseRate,
    answers: { sentiment: 'positive' },
    explained: true,
  },
  {
    id: 'mixedRate',
    title: 'Mixed',
    kind: 'share',
    figureOf: ({ mixedRate }) => mixedRate,
    answers: { sentiment: 'mixed' },
  },
  {
    id: 'criticismRate',
    title: 'Criticized',
    kind: 'share',
    figureOf: ({ criticismRate }) => criticismRate,
    answers: { sentiment: 'negative' },
  },
  {
    id: 'placementRate',
    title: 'Shown on cards',
    kind: 'share',
    figureOf: ({ placementRate }) => placementRate,
    answers: { placed: 'yes' },
  },
]

export const CHART_METRICS = ENTITY_METRICS.filter((metric): metric is ChartMetric => 'wording' in metric)

/** Returns the value of a metric for an entity, with its interval and number of answers. */
export function estimateOf(metric: EntityMetric, entity: EntityFigures): Estimate {
  if (metric.kind !== 'share') return estimateOfMean(metric.figureOf(entity))
  const rate = metric.figureOf(entity)
  return metric.unit === undefined ? rate : { ...rate, unit: metric.unit }
}
