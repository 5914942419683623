import {
  type EntityFigures,
  entityFiguresDefinition,
  METRICS,
  type Mean,
  meanDefinition,
  positionCountDefinition,
  positionsDefinition,
  recommendationsDefinition,
  sentimentCountsDefinition,
  strengthCountsDefinition,
} from '../../metrics/definitions.ts'
import { builder } from '../builder.ts'
import { fieldsOf } from '../define.ts'
import { RateType } from './rate.ts'

type Positions = EntityFigures['positions']
type Recommended = EntityFigures['recommendations']

const ofCount = fieldsOf(positionCountDefinition)
const PositionCount = builder.objectRef<Positions['histogram'][number]>('PositionCount').implement({
  description: 'Answers in which a brand is named at one position.',
  fields: (t) => ({
    position: t.exposeInt('position', ofCount('position')),
    answers: t.exposeInt('answers', ofCount('answers')),
  }),
})

const ofPositions = fieldsOf(positionsDefinition)
const PositionsType = builder.objectRef<Positions>('Positions').implement({
  description: METRICS.positions.definition,
  fields: (t) => ({
    average: t.exposeFloat('average', ofPositions('average')),
    histogram: t.expose('histogram', { type: [PositionCount], ...ofPositions('histogram') }),
    absent: t.exposeInt('absent', ofPositions('absent')),
  }),
})

const ofMean = fieldsOf(meanDefinition)
export const MeanType = builder.objectRef<Mean>('Mean').implement({
  description: 'A mean over answers, with its 95 % interval.',
  fields: (t) => ({
    value: t.exposeFloat('value', ofMean('value')),
    low: t.exposeFloat('low', ofMean('low')),
    high: t.exposeFloat('high', ofMean('high')),
    answers: t.exposeInt('answers', ofMean('answers')),
  }),
})

export const Prominence = builder.objectRef<EntityFigures['prominence']>('Prominence').implement({
  description: METRICS.prominence.definition,
  fields: (t) => ({
    value: t.exposeFloat('value', ofMean('value')),
    low: t.exposeFloat('low', ofMean('low')),
    high: t.exposeFloat('high', ofMean('high')),
    answers: t.exposeInt('answers', ofMean('answers')),
  }),
})

const ofSentiments = fieldsOf(sentimentCountsDefinition)
const SentimentCounts = builder.objectRef<EntityFigures['sentiments']>('SentimentCounts').implement({
  description: METRICS.sentiments.definition,
  fields: (t) => ({
    positive: t.exposeInt('positive', ofSentiments('positive')),
    neutral: t.exposeInt('neutral', ofSentiments('neutral')),
    negative: t.exposeInt('negative', ofSentiments('negative')),
  }),
})

const ofStrengths = fieldsOf(strengthCountsDefinition)
const StrengthCounts = builder.objectRef<Recommended['strengths']>('StrengthCounts').implement({
  description: METRICS.strengths.definition,
  fields: (t) => ({
    primary: t.exposeInt('primary', ofStrengths('primary')),
    strong: t.exposeInt('strong', ofStrengths('strong')),
    among: t.exposeInt('among', ofStrengths('among')),
    mentionedOnly: t.exposeInt('mentionedOnly', ofStrengths('mentionedOnly')),
    discouraged: t.exposeInt('discouraged', ofStrengths('discouraged')),
  }),
})

const ofRecommendations = fieldsOf(recommendationsDefinition)
const Recommendations = builder.objectRef<Recommended>('Recommendations').implement({
  description: 'How a brand is recommended.',
  fields: (t) => ({
    whenMentioned: t.expose('whenMentioned', { type: RateType, ...ofRecommendations('whenMentioned') }),
    share: t.expose('share', { type: RateType, ...ofRecommendations('share') }),
    strengths: t.expose('strengths', { type: StrengthCounts, ...ofRecommendations('strengths') }),
  }),
})

const of = fieldsOf(entityFiguresDefinition)
/** How a brand fares. */
export const EntityRatesInterface = builder.interfaceRef<EntityFigures>('EntityRates').implement({
  description: 'How a brand fares over all completed answers of an analysis.',
  fields: (t) => ({
    mentionRate: t.expose('mentionRate', { type: RateType, ...of('mentionRate') }),
    shareOfVoice: t.expose('shareOfVoice', { type: RateType, ...of('shareOfVoice') }),
    shareOfMentions: t.expose('shareOfMentions', { type: RateType, ...of('shareOfMentions') }),
    averagePosition: t.exposeFloat('averagePosition', of('averagePosition')),
    positionMean: t.expose('positionMean', { type: MeanType, ...of('positionMean') }),
    positions: t.expose('positions', { type: PositionsType, ...of('positions') }),
    prominence: t.expose('prominence', { type: Prominence, ...of('prominence') }),
    sentiment: t.exposeFloat('sentiment', of('sentiment')),
    sentimentMean: t.expose('sentimentMean', { type: MeanType, ...of('sentimentMean') }),
    sentiments: t.expose('sentiments', { type: SentimentCounts, ...of('sentiments') }),
    praiseRate: t.expose('praiseRate', { type: RateType, ...of('praiseRate') }),
    mixedRate: t.expose('mixedRate', { type: RateType, ...of('mixedRate') }),
    criticismRate: t.expose('criticismRate', { type: RateType, ...of('criticismRate') }),
    recommendationRate: t.expose('recommendationRate', { type: RateType, ...of('recommendationRate') }),
    recommendations: t.expose('recommendations', { type: Recommendations, ...of('recommendations') }),
    citationRate: t.expose('citationRate', { type: RateType, ...of('citationRate') }),
    retrievedRate: t.expose('retrievedRate', { type: RateType, ...of('retrievedRate') }),
    citationShare: t.expose('citationShare', { type: RateType, ...of('citationShare') }),
    denialRate: t.expose('denialRate', { type: RateType, ...of('denialRate') }),
    agreement: t.expose('agreement', { type: RateType, ...of('agreement') }),
  }),
})
