import type { Mean, Positions, StrengthCounts, ToneCounts } from '../../metrics/impression.ts'
import type { EntitySummary } from '../../metrics/summarize.ts'
import { builder } from '../builder.ts'
import { aboutMetric } from './about-metric.ts'
import { RateType } from './rate.ts'

const PositionCount = builder.objectRef<Positions['histogram'][number]>('PositionCount').implement({
  description: 'Answers in which a brand is named at one place in the order.',
  fields: (t) => ({
    position: t.exposeInt('position', { description: 'The place, 1-based.' }),
    answers: t.exposeInt('answers', { description: 'How many answers.' }),
  }),
})

const PositionsType = builder.objectRef<Positions>('Positions').implement({
  description: aboutMetric('positions'),
  fields: (t) => ({
    average: t.exposeFloat('average', { nullable: true, description: aboutMetric('averagePosition') }),
    histogram: t.expose('histogram', { type: [PositionCount], description: 'Each position that occurs.' }),
    absent: t.exposeInt('absent', { description: 'Answers that do not name it.' }),
  }),
})

const Prominence = builder.objectRef<Mean>('Prominence').implement({
  description: aboutMetric('prominence'),
  fields: (t) => ({
    value: t.exposeFloat('value', { nullable: true, description: '0…1; null without an answer.' }),
    answers: t.exposeInt('answers', { description: 'Over how many answers.' }),
  }),
})

const SentimentCounts = builder.objectRef<ToneCounts>('SentimentCounts').implement({
  description: aboutMetric('sentiments'),
  fields: (t) => ({
    positive: t.exposeInt('positive', { description: 'Mentions that speak well of it.' }),
    neutral: t.exposeInt('neutral', { description: 'Mentions that do neither.' }),
    negative: t.exposeInt('negative', { description: 'Mentions that speak ill of it.' }),
  }),
})

const StrengthCountsType = builder.objectRef<StrengthCounts>('StrengthCounts').implement({
  description: aboutMetric('strengths'),
  fields: (t) => ({
    primary: t.exposeInt('primary', { description: 'As the first choice.' }),
    strong: t.exposeInt('strong', { description: 'Strongly.' }),
    among: t.exposeInt('among', { description: 'As one of several.' }),
    mentionedOnly: t.exposeInt('mentionedOnly', { description: 'Not at all.' }),
    discouraged: t.exposeInt('discouraged', { description: 'It is advised against.' }),
  }),
})

const Recommendations = builder.objectRef<EntitySummary['recommendations']>('Recommendations').implement({
  description: 'How a brand is recommended.',
  fields: (t) => ({
    whenMentioned: t.expose('whenMentioned', {
      type: RateType,
      description: aboutMetric('recommendationRateWhenMentioned'),
    }),
    share: t.expose('share', { type: RateType, description: aboutMetric('shareOfRecommendation') }),
    strengths: t.expose('strengths', { type: StrengthCountsType, description: aboutMetric('strengths') }),
  }),
})

/** How a brand fares. */
export const EntityRatesInterface = builder
  .interfaceRef<Omit<EntitySummary, 'id' | 'name'>>('EntityRates')
  .implement({
    description: 'How a brand fares over all completed answers of an analysis.',
    fields: (t) => ({
      mentionRate: t.expose('mentionRate', { type: RateType, description: aboutMetric('mentionRate') }),
      shareOfVoice: t.expose('shareOfVoice', { type: RateType, description: aboutMetric('shareOfVoice') }),
      shareOfMentions: t.expose('shareOfMentions', {
        type: RateType,
        description: aboutMetric('shareOfMentions'),
      }),
      averagePosition: t.exposeFloat('averagePosition', {
        nullable: true,
        description: aboutMetric('averagePosition'),
      }),
      positions: t.expose('positions', { type: PositionsType, description: aboutMetric('positions') }),
      prominence: t.expose('prominence', { type: Prominence, description: aboutMetric('prominence') }),
      sentiment: t.exposeFloat('sentiment', { nullable: true, description: aboutMetric('sentiment') }),
      sentiments: t.expose('sentiments', { type: SentimentCounts, description: aboutMetric('sentiments') }),
      recommendationRate: t.expose('recommendationRate', {
        type: RateType,
        description: aboutMetric('recommendationRate'),
      }),
      recommendations: t.expose('recommendations', {
        type: Recommendations,
        description: 'How it is recommended.',
      }),
      citationRate: t.expose('citationRate', { type: RateType, description: aboutMetric('citationRate') }),
      retrievedRate: t.expose('retrievedRate', { type: RateType, description: aboutMetric('retrievedRate') }),
      citationShare: t.expose('citationShare', { type: RateType, description: aboutMetric('citationShare') }),
      denialRate: t.expose('denialRate', { type: RateType, description: aboutMetric('denialRate') }),
      agreement: t.expose('agreement', { type: RateType, description: aboutMetric('agreement') }),
    }),
  })
