import type { graphql } from '../graphql/graphql.ts'

/** What the values of the schema are called on the page. */

type Label<Name extends Parameters<typeof graphql.scalar>[0]> = ReturnType<typeof graphql.scalar<Name>>

/** How an answer speaks of a brand. */
export const SENTIMENTS: Readonly<Record<Label<'SentimentLabel'>, string>> = {
  POSITIVE: 'praised',
  NEUTRAL: 'neutral',
  NEGATIVE: 'criticised',
  MIXED: 'praised and criticised',
}

/** What an answer does. */
export const ANSWER_KINDS: Readonly<Record<Label<'AnswerKind'>, string>> = {
  RECOMMENDATION: 'recommendation',
  COMPARISON: 'comparison',
  HOWTO: 'how-to',
  FACT: 'explanation',
  OTHER: 'other',
}

/** How strongly an answer recommends a brand. */
export const STRENGTHS: Readonly<Record<Label<'RecommendationStrength'>, string>> = {
  PRIMARY: 'first choice',
  STRONG: 'strong',
  AMONG: 'among',
  MENTIONED_ONLY: 'mentioned only',
  DISCOURAGED: 'advised against',
}

/** What became of a question that has no answer. */
export const NO_ANSWER: Readonly<Record<Exclude<Label<'ResultStatus'>, 'OK'>, string>> = {
  REFUSED: 'refused',
  NOT_SHOWN: 'not shown',
  FAILED: 'failed',
}

/** How the country reached the provider. */
export const LOCATION_APPLIED: Readonly<Record<Label<'LocationApplied'>, string>> = {
  NATIVE: 'applied natively',
  LATLNG: 'applied by coordinates',
  PROMPT_HINT: 'said in the question',
  NONE: 'not applied',
}

/** Where an answer was seen. */
export const SURFACES: Readonly<Record<Label<'Surface'>, string>> = {
  API: 'the provider’s API',
  CONSUMER_UI: 'the page that people use',
  SERP: 'a page of search results',
  REPLAY: 'a recording',
  SIMULATED: 'simulated, nobody was asked',
}

/** What kind of site a source is. */
export const SOURCE_CATEGORIES: Readonly<Record<Label<'SourceCategory'>, string>> = {
  OWN: 'own',
  COMPETITOR: 'competitor',
  EDITORIAL: 'editorial',
  REVIEW: 'review',
  REFERENCE: 'reference',
  SOCIAL: 'social',
  OTHER: 'other',
}

/** How a cost is known. */
export const COST_SOURCES: Readonly<Record<Label<'CostSource'>, string>> = {
  PROVIDER: 'as the provider reports',
  COMPUTED: 'by list prices',
}
