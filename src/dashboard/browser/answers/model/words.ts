import type { graphql } from '../../graphql/graphql.ts'

/** Name of an enum in the schema. The maps below hold the labels of its values. */

type Label<Name extends Parameters<typeof graphql.scalar>[0]> = ReturnType<typeof graphql.scalar<Name>>

/** How an answer describes a brand. */
export const SENTIMENTS: Readonly<Record<Label<'SentimentLabel'>, string>> = {
  POSITIVE: 'praised',
  NEUTRAL: 'neutral',
  NEGATIVE: 'criticized',
  MIXED: 'praised and criticized',
}

export const ANSWER_KINDS: Readonly<Record<Label<'AnswerKind'>, string>> = {
  RECOMMENDATION: 'recommendation',
  COMPARISON: 'comparison',
  HOWTO: 'how-to',
  FACT: 'explanation',
  OTHER: 'other',
}

export const STRENGTHS: Readonly<Record<Label<'RecommendationStrength'>, string>> = {
  PRIMARY: 'first choice',
  STRONG: 'strongly recommended',
  AMONG: 'one of several',
  MENTIONED_ONLY: 'mentioned only',
  DISCOURAGED: 'advised against',
}

/** Why a question has no answer. */
export const NO_ANSWER: Readonly<Record<Exclude<Label<'ResultStatus'>, 'OK'>, string>> = {
  REFUSED: 'refused',
  NOT_SHOWN: 'not shown',
  FAILED: 'failed',
}

/** How the country, language or city was passed to the provider. */
export const LOCATION_APPLIED: Readonly<Record<Label<'LocationApplied'>, string>> = {
  NATIVE: 'set at the provider',
  LATLNG: 'by coordinates',
  PROMPT_HINT: 'stated in the prompt',
  NONE: 'not applied',
}

/** Who asked a question. */
export const ASKER_ACCOUNTS: Readonly<Record<Label<'AskerAccount'>, string>> = {
  API: 'API key, no history',
  LOGGED_OUT: 'new visitor, not signed in',
}

/** How a persona was passed to the provider. */
export const PERSONA_APPLIED: Readonly<Record<Label<'PersonaApplied'>, string>> = {
  SYSTEM_PROMPT: 'as the system prompt',
  PREFIX: 'before the prompt',
  NONE: 'without a description',
}

/** Where an answer came from. */
export const SURFACES: Readonly<Record<Label<'Surface'>, string>> = {
  API: 'provider API',
  CONSUMER_UI: 'consumer app',
  SERP: 'search results page',
  REPLAY: 'recording',
  SIMULATED: 'simulated',
}

export const SOURCE_CATEGORIES: Readonly<Record<Label<'SourceCategory'>, string>> = {
  OWN: 'own',
  COMPETITOR: 'competitor',
  EDITORIAL: 'editorial',
  REVIEW: 'review',
  REFERENCE: 'reference',
  SOCIAL: 'social',
  OTHER: 'other',
}

/** What a card next to the text of an answer shows. */
export const PLACEMENT_KINDS: Readonly<Record<Label<'PlacementKind'>, string>> = {
  PRODUCT: 'product',
  LOCAL_BUSINESS: 'local business',
  AD: 'ad',
  CARD: 'card',
}

/** Whether a question requested a web search. */
export const SEARCH_MODES: Readonly<Record<Label<'SearchMode'>, string>> = {
  AUTO: 'chosen by the surface',
  ALWAYS: 'required',
  NEVER: 'switched off',
}

/** How a cost was determined. */
export const COST_SOURCES: Readonly<Record<Label<'CostSource'>, string>> = {
  PROVIDER: 'reported by provider',
  COMPUTED: 'list prices',
}
