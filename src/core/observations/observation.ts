import { z } from 'zod'
import { enumSchema } from '../../definitions/fields/enum-schema.ts'
import { fieldMetadata, findDescription } from '../../definitions/fields/field-metadata.ts'
import {
  ANSWER_KINDS,
  CITATION_KINDS,
  CITATION_OWNERS,
  MENTION_SENTIMENT_LABELS,
  type MentionSentimentLabel,
  PLACEMENT_KINDS,
  RECOMMENDATION_STRENGTHS,
  type RecommendationStrength,
  SENTIMENT_LABELS,
  type SentimentLabel,
  UNREAD_REASONS,
} from '../../definitions/vocabulary.ts'
import type { ThemeKey } from '../../extraction/foundation/observation.ts'

// Single source of the fields of observations, used for types, OpenAPI, REST JSON and GraphQL descriptions.

const count = z.int().nonnegative()
const text = (description: string, example = 'text') =>
  z.string().describe(description).register(fieldMetadata, { example })
/** A text by the surface or by the author of a page. */
const foreignText = (description: string, example: string) =>
  z.string().describe(description).register(fieldMetadata, { example, untrusted: true })
const rank = z.int().positive().nullable()
const position = rank.describe('Order of first mention among all tracked brands, 1-based; null if absent.')
const score = (description: string) =>
  z.number().min(-1).max(1).nullable().describe(description).register(fieldMetadata, { example: 0.6 })
const sentimentLabel = enumSchema(SENTIMENT_LABELS, 'Sentiment.')
  .nullable()
  .describe('Overall sentiment; null without a mention.')

/**
 * Marks a field that older stored observations lack. The type allows a missing field, as in stored data. The schema
 * does not, because responses contain null instead.
 */
function addedLater<Schema extends z.ZodNullable>(schema: Schema, description: string, example?: unknown) {
  const described = schema.describe(description)
  fieldMetadata.add(described, { addedLater: true, ...(example !== undefined && { example }) })
  return described as unknown as z.ZodOptional<Schema>
}

const EARLIER = 'null for answers from before this field existed, until they are re-analyzed.'

const probability = (what: string) =>
  addedLater(
    z.number().min(0).max(1).nullable(),
    `Probability that the ${what} is right, 0…1; null if there is none or a judge gave it, and ${EARLIER}`,
    0.91,
  )

const unreadReason = addedLater(
  enumSchema(UNREAD_REASONS, 'Reason.').nullable(),
  'Why the answer was not analyzed for this; null if it was.',
  null,
)

/** A range of an answer's text. */
export const spanDefinition = z
  .object({
    start: count
      .describe('Index of the first UTF-16 code unit in `answer`.')
      .register(fieldMetadata, { example: 11 }),
    end: count.describe('Index after the last UTF-16 code unit.').register(fieldMetadata, { example: 35 }),
  })
  .register(fieldMetadata, { immutable: true })

/** A quoted passage of an answer and its position. */
export const quoteDefinition = spanDefinition
  .extend({ text: foreignText('Quoted text.', 'Taskfern is the best fit') })
  .register(fieldMetadata, { immutable: true })

/** A clause that clearly praises or criticizes a brand. */
export const opinionDefinition = quoteDefinition
  .extend({ label: enumSchema(MENTION_SENTIMENT_LABELS, 'Sentiment of the clause.') })
  .register(fieldMetadata, { immutable: true })

/** Mentions of the analysis brand in the answer. */
export const brandDefinition = z
  .object({
    mentioned: z.boolean().describe('Whether the answer mentions the brand.'),
    denied: z
      .boolean()
      .describe('Whether the answer mentions the brand only to say that it does not know it.')
      .register(fieldMetadata, { example: false }),
    mentionCount: count.describe('Number of mentions.'),
    firstOffset: count
      .nullable()
      .describe('UTF-16 offset of the first mention in `answer`; null if absent.')
      .register(fieldMetadata, { example: 11 }),
    position,
    spans: z.array(spanDefinition).describe('Positions of the mentions.'),
  })
  .register(fieldMetadata, { immutable: true })

/** Sentiment of the answer toward the analysis brand. */
export const sentimentDefinition = z
  .object({
    label: sentimentLabel,
    score: score('(positive − negative) / all mentions, −1…1; null without a mention.'),
    probability: probability('label'),
    reason: unreadReason,
    positive: count.describe('Number of positive mentions.'),
    neutral: count.describe('Number of neutral mentions.').register(fieldMetadata, { example: 0 }),
    negative: count.describe('Number of negative mentions.').register(fieldMetadata, { example: 0 }),
    evidence: addedLater(
      z.array(opinionDefinition).nullable(),
      'Clauses that clearly praise or criticize the brand; null for answers analyzed by extraction version 1 or 2.',
    ),
  })
  .register(fieldMetadata, { immutable: true })

const countOrNull = (field: z.ZodInt) =>
  field
    .nullable()
    .describe(
      `${findDescription(field)?.slice(0, -1)}; null for competitors in answers from before it was stored, until they are re-analyzed.`,
    )

/** Sentiment of the answer toward any tracked brand. The counts of competitors are missing in older observations. */
export const entitySentimentDefinition = sentimentDefinition
  .extend({
    positive: countOrNull(sentimentDefinition.shape.positive),
    neutral: countOrNull(sentimentDefinition.shape.neutral),
    negative: countOrNull(sentimentDefinition.shape.negative),
  })
  .register(fieldMetadata, { immutable: true })
export type EntitySentiment = z.output<typeof entitySentimentDefinition>

/** Whether the answer recommends a brand. */
export const recommendationDefinition = z
  .object({
    recommended: z
      .boolean()
      .nullable()
      .describe('Whether the answer recommends the brand; null if it was not analyzed for this.'),
    strength: enumSchema(RECOMMENDATION_STRENGTHS, 'Strength of the recommendation.')
      .nullable()
      .describe('Strength of the recommendation; null without a mention.'),
    probability: probability('strength'),
    reason: unreadReason,
    rank: rank.describe('Rank in the list that answers the prompt, 1-based; null outside a list.'),
    rankProbability: addedLater(
      z.number().min(0).max(1).nullable(),
      `Probability that the rank is right, 0…1; null without a rank, and ${EARLIER}`,
      0.88,
    ),
    listSize: rank
      .describe('Number of items in the list that states the rank.')
      .register(fieldMetadata, { example: 5 }),
    evidence: quoteDefinition.nullable().describe('Passage that shows the strength.'),
  })
  .register(fieldMetadata, { immutable: true })

/** Mentions of a competitor in the answer. */
export const competitorMentionDefinition = z
  .object({
    id: z.uuid().describe('The databaseId of the competitor.').register(fieldMetadata, {
      example: '019a6f2e-9b20-7c11-8d3a-5e6f7a8b9c0d',
    }),
    name: text('Name at the start of the analysis.', 'Boardly'),
    mentioned: z.boolean().describe('Whether the answer mentions the competitor.'),
    mentionCount: count.describe('Number of mentions.'),
    position,
    sentiment: score('(positive − negative) / all mentions, −1…1; null without a mention.'),
    sentimentLabel,
    sentimentProbability: probability('sentiment label'),
    recommended: z
      .boolean()
      .nullable()
      .describe('Whether the answer recommends the competitor; null if it was not analyzed for this.'),
    rank: rank.describe('Rank in the list that answers the prompt, 1-based; null outside a list.'),
    denied: addedLater(
      z.boolean().nullable(),
      `Whether the answer mentions the competitor only to say that it does not know it; ${EARLIER}`,
    ),
    spans: addedLater(z.array(spanDefinition).nullable(), `Positions of the mentions; ${EARLIER}`),
    sentimentEvidence: addedLater(
      z.array(opinionDefinition).nullable(),
      `Clauses with an opinion on the competitor; ${EARLIER}`,
    ),
    recommendation: addedLater(
      recommendationDefinition.nullable(),
      `Recommendation of the competitor; null without a mention, and ${EARLIER}`,
    ),
  })
  .register(fieldMetadata, { immutable: true })

/** A source of the answer. */
export const citationDefinition = z
  .object({
    position: z.int().positive().describe('Order of first citation, 1-based.'),
    url: text('URL without tracking parameters.', 'https://reviews.example/task-managers'),
    title: foreignText('Title as reported by the provider.', 'The best task managers').nullable(),
    domain: text('Registrable domain.', 'reviews.example'),
    kind: enumSchema(CITATION_KINDS, 'How the answer uses the source.'),
    owner: enumSchema(CITATION_OWNERS, 'Owner of the page.').register(fieldMetadata, {
      example: 'third_party',
    }),
    competitorId: z
      .uuid()
      .nullable()
      .describe('The databaseId of the competitor that owns the page.')
      .register(fieldMetadata, { example: null }),
    spans: addedLater(
      z.array(spanDefinition).nullable(),
      'Positions of the references to the source; null for answers analyzed by extraction version 1 or 2.',
    ),
  })
  .register(fieldMetadata, { immutable: true })

/** A card next to the text of an answer. */
export const placementDefinition = z
  .object({
    kind: enumSchema(PLACEMENT_KINDS, 'What the card shows.'),
    title: foreignText('Title of the card.', 'Acme One'),
    brand: foreignText('Brand that the vendor names; null if it names none.', 'Acme').nullable(),
    seller: foreignText('Seller; null if the card shows none.', 'Shop').nullable(),
    price: z
      .number()
      .nullable()
      .describe('Price; null if the card shows none, or a range.')
      .register(fieldMetadata, { example: 49.5 }),
    currency: text('Currency, ISO 4217; null if it is not clear.', 'EUR').nullable(),
    url: text('Link of the card.', 'https://shop.example/acme-one').nullable(),
    position: z
      .int()
      .positive()
      .describe('Position among the cards of its kind, starting at 1.')
      .register(fieldMetadata, { example: 1 }),
    entityIds: z
      .array(z.string())
      .describe('Tracked brands on the card: `brand`, or the databaseId of a competitor.')
      .register(fieldMetadata, { example: ['brand'] }),
    discovered: z
      .array(z.string())
      .describe('Untracked brands on the card that the answer also names.')
      .register(fieldMetadata, { example: [] }),
  })
  .meta({ id: 'Placement' })
  .register(fieldMetadata, { immutable: true })

/** Judge that labeled the answer. Where it gave a label, this determines the sentiment, the strength and the theme. */
export const judgeDefinition = z
  .object({
    model: text('Name of the model.', 'gpt-5-mini'),
    promptVersion: z.int().positive().describe('Version of the instructions for the model.'),
    judged: count.describe('Number of mentions that the judge labeled.'),
    agreed: count.describe('Number of mentions for which the judge and the built-in rules agree.'),
    themesJudged: addedLater(
      count.nullable(),
      'Number of opinions on themes that the judge labeled; null for answers judged before the judge labeled them.',
      4,
    ),
    themesAgreed: addedLater(
      count.nullable(),
      'Number of opinions on themes for which the judge and the built-in rules agree; null for answers judged before the judge labeled them.',
      3,
    ),
  })
  .register(fieldMetadata, { immutable: true })

/** A tracked brand whose labels in the answer a person checked. */
export const correctionDefinition = z
  .object({
    entityId: z
      .string()
      .describe('The brand: `brand`, or the databaseId of a competitor.')
      .register(fieldMetadata, { example: 'brand' }),
    sentiment: enumSchema(SENTIMENT_LABELS, 'Sentiment.')
      .nullable()
      .describe('Sentiment that the analysis had read; null if it had read none.'),
    strength: enumSchema(RECOMMENDATION_STRENGTHS, 'Strength of the recommendation.')
      .nullable()
      .describe('Strength of the recommendation that the analysis had read; null if it had read none.'),
  })
  .meta({ id: 'Correction' })
  .register(fieldMetadata, { immutable: true })

/** Facts about an answer as a whole. REST, GraphQL and the lists of MCP tools show all of them. */
const answerFields = {
  answerKind: addedLater(
    enumSchema(ANSWER_KINDS, 'Kind of answer.').nullable(),
    'Kind of answer; null if it was not analyzed for this.',
  ),
  answerLanguage: addedLater(
    z.string().nullable(),
    'Language of the answer, a BCP 47 primary subtag such as de; null if unknown.',
    'en',
  ),
}

/** The facts about an answer as a whole, as the mask that zod's `pick` expects. */
export const ANSWER_FIELDS = Object.fromEntries(
  Object.keys(answerFields).map((name) => [name, true]),
) as Record<keyof typeof answerFields, true>

/** Data extracted from an answer about the analysis brand and its competitors; a JSON column of a result. */
export const observationDefinition = z.object({
  ...answerFields,
  answerKindProbability: addedLater(
    z.number().min(0).max(1).nullable(),
    `Probability that the kind of the answer is right, 0…1; null without a kind, and ${EARLIER}`,
    0.93,
  ),
  brand: brandDefinition.describe('Mentions of the analysis brand.'),
  sentiment: sentimentDefinition.describe('Sentiment toward the analysis brand, by mention.'),
  competitors: z
    .array(competitorMentionDefinition)
    .describe('Mentions of each competitor, including competitors without mentions.'),
  citations: z.array(citationDefinition).describe('Sources of the answer.'),
  placements: addedLater(
    z.array(placementDefinition).nullable(),
    `Cards that the surface showed next to the text. They do not count as mentions; ${EARLIER}`,
  ),
  recommendation: recommendationDefinition.describe('Whether and how the answer recommends the brand.'),
  judge: judgeDefinition
    .nullable()
    .describe(
      'Language model that labeled the mentions and themes; null if only the rules analyzed the answer.',
    )
    .register(fieldMetadata, { example: null }),
  corrections: addedLater(
    z.array(correctionDefinition).nullable(),
    'Brands whose sentiment and strength a person corrected or confirmed, with what the analysis had read; null if there are none.',
    null,
  ),
})

/** Fields of an observation as fields of a result: null without an answer, and loaded only if requested. */
export const observedFields = Object.fromEntries(
  Object.entries(observationDefinition.shape).map(([name, field]) => [
    name,
    nullable(field)
      .describe(findDescription(field) ?? name)
      .register(fieldMetadata, { ...fieldMetadata.get(field), expensive: 'observation' }),
  ]),
) as {
  [Name in keyof typeof observationDefinition.shape]: z.ZodNullable<
    (typeof observationDefinition.shape)[Name]
  >
}

function nullable(field: z.ZodType): z.ZodNullable {
  return field instanceof z.ZodNullable ? field : field.nullable()
}

/** Names of the result fields that are stored in the observation. */
export const OBSERVED_FIELDS = Object.keys(observedFields) as readonly ObservedField[]
export type ObservedField = keyof typeof observationDefinition.shape

export type CompetitorObservation = z.output<typeof competitorMentionDefinition>
export type CitedSource = z.output<typeof citationDefinition>
export type PlacedCard = z.output<typeof placementDefinition>
export type JudgeNote = z.output<typeof judgeDefinition>
export type Quote = z.output<typeof quoteDefinition>
export type QuotedRecommendation = z.output<typeof recommendationDefinition>

/** A stored observation. Fields that observations of older extraction versions lack count as null. */
export type Observation = z.output<typeof observationDefinition> & {
  /** Additional data for the metrics; missing in older observations. */
  details?: {
    /** Length of the answer in UTF-16 code units. */
    length: number
    /** Whether the surface searched the web; null if it does not say, missing in older observations. */
    searched?: boolean | null
    /** Details in the order of `competitors`. */
    competitors: CompetitorDetails[]
    /** What the answer praises and criticizes; missing in observations of extraction version 7 and older. */
    themes?: StoredThemes
    /** What the extraction read about the entities in `corrections`, to restore it. */
    extracted?: ExtractedLabels[]
  }
}

/** Values of an observation about an entity that a correction replaces. */
export interface ExtractedLabels {
  /** `brand`, or the id of a competitor. */
  entityId: string
  label: SentimentLabel | null
  score: number | null
  labelProbability: number | null
  recommended: boolean | null
  strength: RecommendationStrength | null
  strengthProbability: number | null
  /** Passage that shows the strength. */
  evidence: Quote | null
}

/** Themes of an answer with the passages that show them, which several themes may share. */
export interface StoredThemes {
  quotes: Quote[]
  found: StoredTheme[]
}

/** A theme of an entity; the brand has index 0. The last element is an index into the quotes. */
export type StoredTheme = [entity: number, theme: ThemeKey, label: MentionSentimentLabel, quote: number]

/** Data of a competitor that the metrics need in addition to {@link CompetitorObservation}. */
export interface CompetitorDetails {
  denied: boolean
  firstOffset: number | null
  /** Number of mentions by sentiment. */
  positive: number
  neutral: number
  negative: number
  strength: RecommendationStrength | null
}
