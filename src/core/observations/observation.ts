import { z } from 'zod'
import { enumSchema } from '../../definitions/enumeration.ts'
import { descriptionOf, facts } from '../../definitions/facts.ts'
import {
  ANSWER_KINDS,
  CITATION_KINDS,
  CITATION_OWNERS,
  MENTION_SENTIMENT_LABELS,
  RECOMMENDATION_STRENGTHS,
  type RecommendationStrength,
  SENTIMENT_LABELS,
  UNREAD_REASONS,
} from '../../definitions/vocabulary.ts'

// What an observation is, once for all: types, OpenAPI, the JSON of REST and the descriptions of GraphQL come from here.

const count = z.int().nonnegative()
const text = (description: string, example = 'text') =>
  z.string().describe(description).register(facts, { example })
const rank = z.int().positive().nullable()
const position = rank.describe('Order of first mention among all tracked brands, 1-based; null if absent.')
const score = (description: string) =>
  z.number().min(-1).max(1).nullable().describe(description).register(facts, { example: 0.6 })
const sentimentLabel = enumSchema(SENTIMENT_LABELS, 'Which way it speaks.')
  .nullable()
  .describe('On the whole; null without a mention.')

/**
 * A field of an observation that those stored earlier lack. The type says that it may be missing, as in what is stored; the
 * schema does not, since what is shown has null instead.
 */
function addedLater<Schema extends z.ZodNullable>(schema: Schema, description: string, example?: unknown) {
  const described = schema.describe(description)
  facts.add(described, { addedLater: true, ...(example !== undefined && { example }) })
  return described as unknown as z.ZodOptional<Schema>
}

const EARLIER = 'null for answers read before this was stored, until they are read again.'

const unreadReason = addedLater(
  enumSchema(UNREAD_REASONS, 'Why not.').nullable(),
  'Why the answer was not read for it; null where it was.',
  null,
)

/** A stretch of an answer. */
export const spanDefinition = z
  .object({
    start: count.describe('Its first UTF-16 code unit in `answer`.').register(facts, { example: 11 }),
    end: count.describe('The UTF-16 code unit after its last.').register(facts, { example: 35 }),
  })
  .register(facts, { immutable: true })

/** Words of an answer, and where they stand in it. */
export const quoteDefinition = spanDefinition
  .extend({ text: text('The words themselves.', 'Taskfern is the best fit') })
  .register(facts, { immutable: true })

/** A clause that speaks for or against a brand. */
export const opinionDefinition = quoteDefinition
  .extend({ label: enumSchema(MENTION_SENTIMENT_LABELS, 'Which way it speaks.') })
  .register(facts, { immutable: true })

/** How the answer names the analysis brand. */
export const brandDefinition = z
  .object({
    mentioned: z.boolean().describe('Whether it is named.'),
    denied: z
      .boolean()
      .describe('Named only to say that nothing is known of it.')
      .register(facts, { example: false }),
    mentionCount: count.describe('How often it is named.'),
    firstOffset: count
      .nullable()
      .describe('UTF-16 offset of the first mention in `answer`; null if absent.')
      .register(facts, { example: 11 }),
    position,
    spans: z.array(spanDefinition).describe('Where it is named.'),
  })
  .register(facts, { immutable: true })

/** How the answer speaks of the analysis brand. */
export const sentimentDefinition = z
  .object({
    label: sentimentLabel,
    score: score('(positive − negative) / all mentions, −1…1; null without a mention.'),
    reason: unreadReason,
    positive: count.describe('Mentions in its favour.'),
    neutral: count.describe('Mentions neither way.').register(facts, { example: 0 }),
    negative: count.describe('Mentions against it.').register(facts, { example: 0 }),
    evidence: addedLater(
      z.array(opinionDefinition).nullable(),
      'The clauses that speak for or against it; null for answers read by extraction version 1 or 2.',
    ),
  })
  .register(facts, { immutable: true })

/** Whether the answer recommends a brand. */
export const recommendationDefinition = z
  .object({
    recommended: z.boolean().nullable().describe('Whether it does; null where not read.'),
    strength: enumSchema(RECOMMENDATION_STRENGTHS, 'How strongly.')
      .nullable()
      .describe('How strongly; null without a mention.'),
    reason: unreadReason,
    rank: rank.describe('Its rank in the list that answers the prompt, 1-based; null outside a list.'),
    listSize: rank.describe('How long that list is.').register(facts, { example: 5 }),
    evidence: quoteDefinition.nullable().describe('The words that show it.'),
  })
  .register(facts, { immutable: true })

/** How the answer names a competitor. */
export const competitorMentionDefinition = z
  .object({
    id: z.string().describe('The databaseId of the competitor.').register(facts, {
      example: '019a6f2e-9b20-7c11-8d3a-5e6f7a8b9c0d',
    }),
    name: text('Its name when the analysis began.', 'Boardly'),
    mentioned: z.boolean().describe('Whether it is named.'),
    mentionCount: count.describe('How often it is named.'),
    position,
    sentiment: score('(positive − negative) / all of its mentions, −1…1; null without a mention.'),
    sentimentLabel,
    recommended: z.boolean().nullable().describe('Whether the answer recommends it; null where not read.'),
    rank: rank.describe('Its rank in the list that answers the prompt, 1-based; null outside a list.'),
    denied: addedLater(z.boolean().nullable(), `Named only to say that nothing is known of it; ${EARLIER}`),
    spans: addedLater(z.array(spanDefinition).nullable(), `Where it is named; ${EARLIER}`),
    sentimentEvidence: addedLater(
      z.array(opinionDefinition).nullable(),
      `The clauses that speak for or against it; ${EARLIER}`,
    ),
    recommendation: addedLater(
      recommendationDefinition.nullable(),
      `Whether and how the answer recommends it; null where it is not named, and ${EARLIER}`,
    ),
  })
  .register(facts, { immutable: true })

/** A source of the answer. */
export const citationDefinition = z
  .object({
    position: z.int().positive().describe('Order of first citation, 1-based.'),
    url: text('Its address, without tracking parameters.', 'https://reviews.example/task-managers'),
    title: text('Its title as the surface gives it.', 'The best task managers').nullable(),
    domain: text('Its registrable domain.', 'reviews.example'),
    kind: enumSchema(CITATION_KINDS, 'What it is to the answer.'),
    owner: enumSchema(CITATION_OWNERS, 'Whose page it is.').register(facts, { example: 'third_party' }),
    competitorId: z
      .string()
      .nullable()
      .describe('The databaseId of the competitor whose page it is.')
      .register(facts, { example: null }),
    spans: addedLater(
      z.array(spanDefinition).nullable(),
      'Where the answer refers to it; null for answers read by extraction version 1 or 2.',
    ),
  })
  .register(facts, { immutable: true })

/** The part that a judge had in an extraction: sentiment and strength are then its own, as far as it gave them. */
export const judgeDefinition = z
  .object({
    model: text('The model.', 'gpt-5-mini'),
    promptVersion: z.int().positive().describe('Version of the instructions it was given.'),
    judged: count.describe('Mentions that it labelled.'),
    agreed: count.describe('Those of them on which the rules say the same.'),
  })
  .register(facts, { immutable: true })

/** What one answer says about the analysis brand and its competitors: the JSON column of a result. */
export const observationDefinition = z.object({
  answerKind: addedLater(
    enumSchema(ANSWER_KINDS, 'What it does.').nullable(),
    'What the answer does; null where it was not read.',
  ),
  answerLanguage: addedLater(
    z.string().nullable(),
    'Its language, a primary subtag of BCP 47 such as de; null where it is not known.',
    'en',
  ),
  brand: brandDefinition.describe('How it names the analysis brand.'),
  sentiment: sentimentDefinition.describe('How it speaks of the analysis brand, per mention.'),
  competitors: z.array(competitorMentionDefinition).describe('How it names each competitor, named or not.'),
  citations: z.array(citationDefinition).describe('Its sources.'),
  recommendation: recommendationDefinition.describe('Whether it recommends the brand.'),
  judge: judgeDefinition
    .nullable()
    .describe('The language model that labelled what was found; null where the rules alone read the answer.')
    .register(facts, { example: null }),
})

/** The fields of an observation as those of a result: null without an answer, loaded only where asked for. */
export const observedFields = Object.fromEntries(
  Object.entries(observationDefinition.shape).map(([name, field]) => [
    name,
    nullable(field)
      .describe(descriptionOf(field) ?? name)
      .register(facts, { ...facts.get(field), expensive: 'observation' }),
  ]),
) as {
  [Name in keyof typeof observationDefinition.shape]: z.ZodNullable<
    (typeof observationDefinition.shape)[Name]
  >
}

function nullable(field: z.ZodType): z.ZodNullable {
  return field instanceof z.ZodNullable ? field : field.nullable()
}

/** The names of the fields that come out of an observation. */
export const OBSERVED_FIELDS = Object.keys(observedFields) as readonly (keyof Observation)[]

export type CompetitorObservation = z.output<typeof competitorMentionDefinition>
export type CitedSource = z.output<typeof citationDefinition>
export type JudgeNote = z.output<typeof judgeDefinition>
export type Quote = z.output<typeof quoteDefinition>
export type QuotedRecommendation = z.output<typeof recommendationDefinition>

/** An observation as it is stored. Those of older extraction versions lack fields, which count as null then. */
export type Observation = z.output<typeof observationDefinition> & {
  /** For the metrics only; older observations do not have it. */
  details?: {
    /** Of the answer, in UTF-16 code units. */
    length: number
    /** In the order of `competitors`. */
    competitors: CompetitorDetails[]
  }
}

/** What the metrics need of a competitor in addition to its {@link CompetitorObservation}. */
export interface CompetitorDetails {
  denied: boolean
  firstOffset: number | null
  /** Mentions by sentiment. */
  positive: number
  neutral: number
  negative: number
  strength: RecommendationStrength | null
}
