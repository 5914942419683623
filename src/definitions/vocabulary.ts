import type { Enumeration } from './enumeration.ts'

// Enumerations that providers, extraction and metrics share.

/** The outcome of a question. `failed` is not an answer: the provider was given up. */
export const ANSWER_STATUSES = {
  ok: 'Answered.',
  refused: 'The provider declined to answer.',
  not_shown: 'The surface showed no AI answer.',
  failed: 'No answer could be had.',
} as const satisfies Enumeration
export type AnswerStatus = keyof typeof ANSWER_STATUSES

/** Where an answer was seen. */
export const SURFACES = {
  api: 'The provider’s API.',
  consumer_ui: 'The page or app that people use.',
  serp: 'A page of search results.',
  replay: 'A recording.',
  simulated: 'Nowhere: it is made up.',
} as const satisfies Enumeration
export type Surface = keyof typeof SURFACES

/** How it is known what an answer cost. */
export const COST_SOURCES = {
  provider: 'The provider reported it.',
  computed: 'From the tokens and searches that the provider counted, and list prices.',
} as const satisfies Enumeration
export type CostSource = keyof typeof COST_SOURCES

/** How the requested location reached the provider. */
export const LOCATIONS_APPLIED = {
  native: 'By a parameter of its own.',
  latlng: 'By coordinates.',
  prompt_hint: 'By a sentence in the prompt.',
  none: 'Not at all.',
} as const satisfies Enumeration
export type LocationApplied = keyof typeof LOCATIONS_APPLIED

/** How a clause speaks of a brand that it names. */
export const MENTION_SENTIMENT_LABELS = {
  positive: 'In its favour.',
  neutral: 'Neither way.',
  negative: 'Against it.',
} as const satisfies Enumeration
export type MentionSentimentLabel = keyof typeof MENTION_SENTIMENT_LABELS

/** How a whole answer speaks of a brand. */
export const SENTIMENT_LABELS = {
  ...MENTION_SENTIMENT_LABELS,
  mixed: 'Both in its favour and against it, about as much.',
} as const satisfies Enumeration
export type SentimentLabel = keyof typeof SENTIMENT_LABELS

/** How strongly an answer recommends a brand, from the strongest to the weakest. */
export const RECOMMENDATION_STRENGTHS = {
  primary: 'As its own single first choice.',
  strong: 'Clearly: with a reason, or with an item of its own in a list of suggestions.',
  among: 'In passing, as one of several.',
  mentioned_only: 'Not at all: it is only named.',
  discouraged: 'It advises against it.',
} as const satisfies Enumeration
export type RecommendationStrength = keyof typeof RECOMMENDATION_STRENGTHS

/** What an answer as a whole does. */
export const ANSWER_KINDS = {
  recommendation: 'It suggests what to buy, use or choose.',
  comparison: 'It weighs named options against each other, without or before choosing.',
  howto: 'It gives the steps to do something.',
  fact: 'It explains.',
  other: 'None of these.',
} as const satisfies Enumeration
export type AnswerKind = keyof typeof ANSWER_KINDS

/** Why an answer was not read for sentiment and recommendations. */
export const UNREAD_REASONS = {
  language_not_read: 'Sentiment and recommendations are not read in its language yet.',
} as const satisfies Enumeration
export type UnreadReason = keyof typeof UNREAD_REASONS

/** What a source is to an answer. */
export const CITATION_KINDS = {
  cited: 'The answer refers to it.',
  retrieved: 'The surface only lists it as a source.',
} as const satisfies Enumeration
export type CitationKind = keyof typeof CITATION_KINDS

/** Whose page a source is. */
export const CITATION_OWNERS = {
  brand: 'The analysis brand’s own.',
  competitor: 'That of a tracked competitor.',
  third_party: 'Anybody else’s.',
} as const satisfies Enumeration
export type CitationOwner = keyof typeof CITATION_OWNERS
