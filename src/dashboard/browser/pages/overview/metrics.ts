import type { Estimate, Kind } from '../../figures/estimate.ts'
import { estimateOfMean } from '../../figures/mean.tsx'
import type { Wording } from '../../figures/title.ts'
import type { EntityFigures } from './documents/entity.ts'
import type { CHART_METRICS } from './search.ts'

/** A metric as the charts show it. */
export interface ChartMetric {
  id: (typeof CHART_METRICS)[number]
  title: string
  kind: Kind
  wording: Wording
  estimateOf: (figures: EntityFigures) => Estimate
}

/** The metrics of the charts, the first by default. */
export const METRICS: readonly [ChartMetric, ...ChartMetric[]] = [
  {
    id: 'mentionRate',
    title: 'Mention rate',
    kind: 'share',
    wording: { leads: 'leads', verb: 'named' },
    estimateOf: ({ mentionRate }) => mentionRate,
  },
  {
    id: 'shareOfVoice',
    title: 'Share of voice',
    kind: 'share',
    wording: { leads: 'has the largest share of voice', verb: 'named' },
    estimateOf: ({ shareOfVoice }) => ({ ...shareOfVoice, unit: 'naming' }),
  },
  {
    id: 'averagePosition',
    title: 'Position',
    kind: 'position',
    wording: { leads: 'is named earliest', verb: 'named' },
    estimateOf: ({ positionMean }) => estimateOfMean(positionMean),
  },
  {
    id: 'sentiment',
    title: 'Sentiment',
    kind: 'score',
    wording: { leads: 'is spoken of best', verb: 'named' },
    estimateOf: ({ sentimentMean }) => estimateOfMean(sentimentMean),
  },
  {
    id: 'recommendationRate',
    title: 'Recommended',
    kind: 'share',
    wording: { leads: 'is recommended most', verb: 'recommended' },
    estimateOf: ({ recommendationRate }) => recommendationRate,
  },
]
