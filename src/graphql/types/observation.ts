import type { z } from 'zod'
import { readCompetitors } from '../../core/competitors/read.ts'
import {
  brandDefinition,
  type CitedSource,
  type CompetitorObservation,
  citationDefinition,
  competitorMentionDefinition,
  type JudgeNote,
  judgeDefinition,
  type Observation,
  opinionDefinition,
  type Quote,
  type QuotedRecommendation,
  quoteDefinition,
  recommendationDefinition,
  sentimentDefinition,
  spanDefinition,
} from '../../core/observations/observation.ts'
import { SOURCE_CATEGORIES, sourceCategoryOf } from '../../core/results/source-category.ts'
import {
  ANSWER_KINDS,
  CITATION_KINDS,
  CITATION_OWNERS,
  MENTION_SENTIMENT_LABELS,
  RECOMMENDATION_STRENGTHS,
  SENTIMENT_LABELS,
  UNREAD_REASONS,
} from '../../definitions/vocabulary.ts'
import { builder } from '../builder.ts'
import { enumType, fieldsOf } from '../define.ts'
import { Competitor } from './competitor.ts'

/** How an answer speaks of a brand on the whole. */
export const SentimentLabelType = enumType('SentimentLabel', {
  description: 'How an answer speaks of a brand on the whole.',
  values: SENTIMENT_LABELS,
})

const MentionSentimentLabelType = enumType('MentionSentimentLabel', {
  description: 'How a clause speaks of a brand.',
  values: MENTION_SENTIMENT_LABELS,
})

/** What an answer does. */
export const AnswerKindType = enumType('AnswerKind', {
  description: 'What an answer as a whole does.',
  values: ANSWER_KINDS,
})

const UnreadReasonType = enumType('UnreadReason', {
  description: 'Why an answer was not read for sentiment and recommendations.',
  values: UNREAD_REASONS,
})

const ofSpan = fieldsOf(spanDefinition)
const TextSpan = builder.objectRef<z.output<typeof spanDefinition>>('TextSpan').implement({
  description: 'A stretch of `answer`.',
  fields: (t) => ({ start: t.exposeInt('start', ofSpan('start')), end: t.exposeInt('end', ofSpan('end')) }),
})

const ofBrand = fieldsOf(brandDefinition)
/** How the answer names the analysis brand. */
export const BrandMention = builder.objectRef<Observation['brand']>('BrandMention').implement({
  description: 'How the answer names the analysis brand.',
  fields: (t) => ({
    mentioned: t.exposeBoolean('mentioned', ofBrand('mentioned')),
    denied: t.exposeBoolean('denied', ofBrand('denied')),
    mentionCount: t.exposeInt('mentionCount', ofBrand('mentionCount')),
    firstOffset: t.exposeInt('firstOffset', ofBrand('firstOffset')),
    position: t.exposeInt('position', ofBrand('position')),
    spans: t.expose('spans', { type: [TextSpan], ...ofBrand('spans') }),
  }),
})

const ofOpinion = fieldsOf(opinionDefinition)
const Opinion = builder.objectRef<z.output<typeof opinionDefinition>>('Opinion').implement({
  description: 'A clause of `answer` that speaks for or against a brand.',
  fields: (t) => ({
    start: t.exposeInt('start', ofOpinion('start')),
    end: t.exposeInt('end', ofOpinion('end')),
    text: t.exposeString('text', ofOpinion('text')),
    label: t.expose('label', { type: MentionSentimentLabelType, ...ofOpinion('label') }),
  }),
})

const ofSentiment = fieldsOf(sentimentDefinition)
/** How the answer speaks of the analysis brand. */
export const Sentiment = builder.objectRef<Observation['sentiment']>('Sentiment').implement({
  description: 'How the answer speaks of the analysis brand, per mention.',
  fields: (t) => ({
    label: t.expose('label', { type: SentimentLabelType, ...ofSentiment('label') }),
    score: t.exposeFloat('score', ofSentiment('score')),
    reason: t.expose('reason', { type: UnreadReasonType, ...ofSentiment('reason') }),
    positive: t.exposeInt('positive', ofSentiment('positive')),
    neutral: t.exposeInt('neutral', ofSentiment('neutral')),
    negative: t.exposeInt('negative', ofSentiment('negative')),
    evidence: t.expose('evidence', { type: [Opinion], ...ofSentiment('evidence') }),
  }),
})

const Strength = enumType('RecommendationStrength', {
  description: 'How strongly an answer recommends a brand.',
  values: RECOMMENDATION_STRENGTHS,
})

const ofQuote = fieldsOf(quoteDefinition)
const Evidence = builder.objectRef<Quote>('Evidence').implement({
  description: 'A quote that supports a statement, and its position in `answer`.',
  fields: (t) => ({
    start: t.exposeInt('start', ofQuote('start')),
    end: t.exposeInt('end', ofQuote('end')),
    text: t.exposeString('text', ofQuote('text')),
  }),
})

const ofRecommendation = fieldsOf(recommendationDefinition)
/** Whether an answer recommends a brand. */
export const Recommendation = builder.objectRef<QuotedRecommendation>('Recommendation').implement({
  description: 'Whether an answer recommends a brand.',
  fields: (t) => ({
    recommended: t.exposeBoolean('recommended', ofRecommendation('recommended')),
    strength: t.expose('strength', { type: Strength, ...ofRecommendation('strength') }),
    reason: t.expose('reason', { type: UnreadReasonType, ...ofRecommendation('reason') }),
    rank: t.exposeInt('rank', ofRecommendation('rank')),
    listSize: t.exposeInt('listSize', ofRecommendation('listSize')),
    evidence: t.expose('evidence', { type: Evidence, ...ofRecommendation('evidence') }),
  }),
})

const ofMention = fieldsOf(competitorMentionDefinition)
/** How the answer names a competitor. */
export const CompetitorMention = builder.objectRef<CompetitorObservation>('CompetitorMention').implement({
  description: 'How the answer names a competitor.',
  fields: (t) => ({
    competitorId: t.exposeString('id', ofMention('id')),
    competitor: t.field({
      type: Competitor,
      nullable: true,
      description: 'The competitor as it is now; null if it is no longer tracked.',
      resolve: ({ id }, _, context) => context.load(readCompetitors, id),
    }),
    name: t.exposeString('name', ofMention('name')),
    mentioned: t.exposeBoolean('mentioned', ofMention('mentioned')),
    mentionCount: t.exposeInt('mentionCount', ofMention('mentionCount')),
    position: t.exposeInt('position', ofMention('position')),
    sentiment: t.exposeFloat('sentiment', ofMention('sentiment')),
    sentimentLabel: t.expose('sentimentLabel', { type: SentimentLabelType, ...ofMention('sentimentLabel') }),
    recommended: t.exposeBoolean('recommended', ofMention('recommended')),
    rank: t.exposeInt('rank', ofMention('rank')),
    denied: t.exposeBoolean('denied', ofMention('denied')),
    spans: t.expose('spans', { type: [TextSpan], ...ofMention('spans') }),
    sentimentEvidence: t.expose('sentimentEvidence', {
      type: [Opinion],
      ...ofMention('sentimentEvidence'),
    }),
    recommendation: t.expose('recommendation', { type: Recommendation, ...ofMention('recommendation') }),
  }),
})

const CitationKindType = enumType('CitationKind', {
  description: 'What a source is to an answer.',
  values: CITATION_KINDS,
})

/** Whose page a source is. */
export const CitationOwnerType = enumType('CitationOwner', {
  description: 'Whose page a source is.',
  values: CITATION_OWNERS,
})

/** What kind of site a source is. */
export const SourceCategoryType = enumType('SourceCategory', {
  description: 'What kind of site a source is.',
  values: SOURCE_CATEGORIES,
})

const ofCitation = fieldsOf(citationDefinition)
/** A source of the answer. */
export const Citation = builder.objectRef<CitedSource>('Citation').implement({
  description: 'A source of the answer.',
  fields: (t) => ({
    position: t.exposeInt('position', ofCitation('position')),
    url: t.expose('url', { type: 'URL', ...ofCitation('url') }),
    title: t.exposeString('title', ofCitation('title')),
    domain: t.exposeString('domain', ofCitation('domain')),
    kind: t.expose('kind', { type: CitationKindType, ...ofCitation('kind') }),
    owner: t.expose('owner', { type: CitationOwnerType, ...ofCitation('owner') }),
    category: t.field({
      type: SourceCategoryType,
      description: 'What kind of site it is on.',
      resolve: ({ domain, owner }) => sourceCategoryOf(domain, owner),
    }),
    competitorId: t.exposeString('competitorId', ofCitation('competitorId')),
    spans: t.expose('spans', { type: [TextSpan], ...ofCitation('spans') }),
  }),
})

const ofJudge = fieldsOf(judgeDefinition)
/** The part that a judge had in an extraction. */
export const Judgement = builder.objectRef<JudgeNote>('Judgement').implement({
  description: 'The judge: a language model that labelled sentiment and strength where it gave a label.',
  fields: (t) => ({
    model: t.exposeString('model', ofJudge('model')),
    promptVersion: t.exposeInt('promptVersion', ofJudge('promptVersion')),
    judged: t.exposeInt('judged', ofJudge('judged')),
    agreed: t.exposeInt('agreed', ofJudge('agreed')),
  }),
})
