import { readCompetitors } from '../../core/competitors/read.ts'
import {
  brandDefinition,
  type CompetitorDetails,
  type CompetitorObservation,
  competitorMentionDefinition,
  type EntitySentiment,
  entitySentimentDefinition,
  type Observation,
  type QuotedRecommendation,
  recommendationDefinition,
} from '../../core/observations/observation.ts'
import type { ResultRecord } from '../../core/results/read.ts'
import { RECOMMENDATION_STRENGTHS, UNREAD_REASONS } from '../../definitions/vocabulary.ts'
import { builder } from '../foundation/builder.ts'
import { enumType, fieldsOf } from '../foundation/define.ts'
import { objectType } from '../foundation/derive.ts'
import { IMMUTABLE } from '../foundation/field-extensions.ts'
import { Competitor } from './competitor.ts'
import { TextSpan } from './observation.ts'

enumType('UnreadReason', {
  description: 'Why sentiment and recommendations of an answer were not analyzed.',
  values: UNREAD_REASONS,
})
export const RecommendationStrengthType = enumType('RecommendationStrength', {
  description: 'How strongly an answer recommends a brand.',
  values: RECOMMENDATION_STRENGTHS,
})

/** How an answer speaks about a brand: the analysis brand, or a competitor. */
interface Mention {
  mentioned: boolean
  denied: boolean | null
  mentionCount: number
  firstOffset: number | null
  position: number | null
  spans: Observation['brand']['spans'] | null
  sentiment: EntitySentiment
  recommendation: QuotedRecommendation
}

const SentimentType = objectType(
  'Sentiment',
  entitySentimentDefinition,
  'Sentiment of an answer toward a brand, by mention.',
)

const RecommendationType = objectType(
  'Recommendation',
  recommendationDefinition,
  'Whether an answer recommends a brand.',
)

const ofBrand = fieldsOf(brandDefinition)
const EntityMention = builder.interfaceRef<Mention>('EntityMention').implement({
  description: 'How an answer speaks about a brand: the analysis brand, or a competitor.',
  fields: (t) => ({
    mentioned: t.exposeBoolean('mentioned', ofBrand('mentioned')),
    denied: t.exposeBoolean('denied', {
      ...ofBrand('denied'),
      nullable: true,
      description: fieldsOf(competitorMentionDefinition)('denied').description,
    }),
    mentionCount: t.exposeInt('mentionCount', ofBrand('mentionCount')),
    firstOffset: t.exposeInt('firstOffset', ofBrand('firstOffset')),
    position: t.exposeInt('position', ofBrand('position')),
    spans: t.expose('spans', { ...ofBrand('spans'), type: [TextSpan], nullable: true }),
    sentiment: t.expose('sentiment', {
      ...IMMUTABLE,
      type: SentimentType,
      description: 'Sentiment of the answer toward the brand.',
    }),
    recommendation: t.expose('recommendation', {
      ...IMMUTABLE,
      type: RecommendationType,
      description: 'Whether and how the answer recommends the brand.',
    }),
  }),
})

export const BrandMention = builder
  .objectRef<Mention & Pick<Observation['brand'], 'denied' | 'spans'>>('BrandMention')
  .implement({
    description: 'How the answer speaks about the analysis brand.',
    interfaces: [EntityMention],
    fields: (t) => ({
      denied: t.exposeBoolean('denied', ofBrand('denied')),
      spans: t.expose('spans', { ...ofBrand('spans'), type: [TextSpan] }),
    }),
  })

const ofCompetitor = fieldsOf(competitorMentionDefinition)
export const CompetitorMention = builder
  .objectRef<Mention & Pick<CompetitorObservation, 'id' | 'name'>>('CompetitorMention')
  .implement({
    description: 'How the answer speaks about a competitor.',
    interfaces: [EntityMention],
    fields: (t) => ({
      competitorId: t.exposeID('id', ofCompetitor('id')),
      name: t.exposeString('name', ofCompetitor('name')),
      competitor: t.field({
        type: Competitor,
        nullable: true,
        description: 'The competitor in its current state; null if it is no longer tracked.',
        resolve: ({ id }, _, context) => context.load(readCompetitors, id),
      }),
    }),
  })

/** Returns how an answer speaks about the analysis brand; null without an answer. */
export function brandMentionOf({ brand, sentiment, recommendation }: ResultRecord) {
  return brand && sentiment && recommendation ? { ...brand, sentiment, recommendation } : null
}

/** Returns how an answer speaks about each competitor; null without an answer. */
export function competitorMentionsOf({ competitors, details, sentiment, recommendation }: ResultRecord) {
  if (!competitors) return null
  // The same rules read the whole answer, so they leave the brand and its competitors unread for the same reason.
  const reasons = { sentiment: sentiment?.reason ?? null, recommendation: recommendation?.reason ?? null }
  return competitors.map((competitor, index) => mentionOf(competitor, details?.competitors[index], reasons))
}

function mentionOf(
  competitor: CompetitorObservation,
  details: CompetitorDetails | undefined,
  reasons: { sentiment: EntitySentiment['reason']; recommendation: QuotedRecommendation['reason'] },
) {
  const { id, name, mentioned, denied, mentionCount, position, spans, recommended, rank } = competitor
  return {
    id,
    name,
    mentioned,
    denied: denied ?? null,
    mentionCount,
    firstOffset: details?.firstOffset ?? spans?.[0]?.start ?? null,
    position,
    spans: spans ?? null,
    sentiment: {
      label: competitor.sentimentLabel,
      score: competitor.sentiment,
      probability: competitor.sentimentProbability ?? null,
      reason: reasons.sentiment,
      positive: details?.positive ?? null,
      neutral: details?.neutral ?? null,
      negative: details?.negative ?? null,
      evidence: competitor.sentimentEvidence ?? null,
    },
    recommendation: competitor.recommendation ?? {
      recommended,
      strength: details?.strength ?? null,
      reason: reasons.recommendation,
      rank,
      listSize: null,
      evidence: null,
    },
  }
}
