import {
  type EntityFigures,
  entityMetricsDefinition,
  METRICS,
  type Mean,
  meanDefinition,
  positionCountDefinition,
  positionsDefinition,
  recommendationsDefinition,
  sentimentCountsDefinition,
  strengthCountsDefinition,
} from '../../metrics/definitions.ts'
import { builder } from '../foundation/builder.ts'
import { fieldsOf } from '../foundation/define.ts'
import { exposeFields, objectType } from '../foundation/derive.ts'

objectType('PositionCount', positionCountDefinition, 'Number of answers that name a brand at one position.')
objectType('Positions', positionsDefinition, METRICS.positions.definition)
objectType('Mean', meanDefinition, 'A mean over answers, with its 95 % interval.')
objectType('SentimentCounts', sentimentCountsDefinition, METRICS.sentiments.definition)
objectType('StrengthCounts', strengthCountsDefinition, METRICS.strengths.definition)
objectType('Recommendations', recommendationsDefinition, 'Recommendations of a brand.')

/** Has the fields of `Mean`; its description is the metric's. */
export const Prominence = builder.objectRef<Mean>('Prominence').implement({
  description: METRICS.prominence.definition,
  fields: (t) => exposeFields(t, meanDefinition),
})

/** Renames the mean score, because `sentiment` is an object elsewhere. */
export const SENTIMENT_SCORE = { sentiment: 'sentimentScore' } as const

const of = fieldsOf(entityMetricsDefinition)
export const EntityRatesInterface = builder.interfaceRef<EntityFigures>('EntityRates').implement({
  description: 'Metrics of a brand over all completed answers of an analysis.',
  fields: (t) => ({
    ...exposeFields(t, entityMetricsDefinition, { omit: ['prominence'], rename: SENTIMENT_SCORE }),
    prominence: t.expose('prominence', { type: Prominence, ...of('prominence') }),
  }),
})
