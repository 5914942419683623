import type { Enumeration } from './fields/enumeration.ts'

// Enumerations that providers, extraction and metrics share.

/** The outcome of a question. `failed` means that there is no answer, even after retries. */
export const ANSWER_STATUSES = {
  ok: 'Answered.',
  refused: 'The provider declined to answer.',
  not_shown: 'The surface showed no AI answer.',
  failed: 'The provider did not return an answer.',
} as const satisfies Enumeration
export type AnswerStatus = keyof typeof ANSWER_STATUSES

/** Where an answer comes from. */
export const SURFACES = {
  api: 'The provider’s API.',
  consumer_ui: 'The website or app that consumers use.',
  serp: 'A page of search results.',
  replay: 'A recorded answer.',
  simulated: 'A simulation. No provider was asked.',
} as const satisfies Enumeration
export type Surface = keyof typeof SURFACES

/** Where the cost of an answer comes from. */
export const COST_SOURCES = {
  provider: 'The provider reported the cost.',
  computed: 'Calculated from the tokens and searches that the provider reported, at list prices.',
} as const satisfies Enumeration
export type CostSource = keyof typeof COST_SOURCES

/** What a surface shows next to the text of an answer. */
export const PLACEMENT_KINDS = {
  product: 'A product, usually with a price and a seller.',
  local_business: 'A business with an address.',
  ad: 'An advertisement.',
  card: 'Any other card.',
} as const satisfies Enumeration
export type PlacementKind = keyof typeof PLACEMENT_KINDS

/** Whether a surface should search the web for a question. */
export const SEARCH_MODES = {
  auto: 'The surface decides.',
  always: 'A search is required.',
  never: 'A search is not possible.',
} as const satisfies Enumeration
export type SearchMode = keyof typeof SEARCH_MODES

/** How the requested location was passed to the provider. */
export const LOCATIONS_APPLIED = {
  native: 'Passed as a dedicated parameter.',
  latlng: 'Passed as coordinates.',
  prompt_hint: 'Passed as a sentence in the prompt.',
  none: 'Not at all.',
} as const satisfies Enumeration
export type LocationApplied = keyof typeof LOCATIONS_APPLIED

/** The account that asks a question. */
export const ASKER_ACCOUNTS = {
  api: 'An API key, without a consumer account.',
  logged_out: 'None: a new visitor who is not signed in.',
} as const satisfies Enumeration

/** How a persona was passed to a provider. */
export const PERSONAS_APPLIED = {
  system_prompt: 'As the system prompt, which is empty without a persona.',
  prefix: 'As a text before the prompt.',
  none: 'Not at all.',
} as const satisfies Enumeration
export type PersonaApplied = keyof typeof PERSONAS_APPLIED

/** Sampling settings of a question. */
export const SAMPLINGS = { default: 'The default of the surface.' } as const satisfies Enumeration

/** The sentiment of one clause toward a brand that it names. */
export const MENTION_SENTIMENT_LABELS = {
  positive: 'In favor of the brand.',
  neutral: 'Neither for nor against the brand.',
  negative: 'Against the brand.',
} as const satisfies Enumeration
export type MentionSentimentLabel = keyof typeof MENTION_SENTIMENT_LABELS

/** The sentiment of a whole answer toward a brand. */
export const SENTIMENT_LABELS = {
  ...MENTION_SENTIMENT_LABELS,
  mixed: 'For and against the brand to a similar degree.',
} as const satisfies Enumeration
export type SentimentLabel = keyof typeof SENTIMENT_LABELS

/** Aspects of a brand that answers praise or criticize. Other aspects are found in the answers of a run. */
export const THEMES = {
  price: 'Price, value for money, fees and free plans.',
  ease_of_use: 'How easy it is to set up, learn and use.',
  features: 'Functions, equipment and capacity.',
  quality: 'Quality of the product or its output, such as materials, sound, picture, accuracy and taste.',
  performance: 'Speed, efficiency, power, battery life and range.',
  reliability: 'How dependable and durable it is.',
  support: 'Customer service, warranty, returns, updates and documentation.',
  trust: 'Reputation, popularity, honesty and transparency.',
  security: 'Security, privacy and compliance.',
  integrations: 'Integrations, compatibility and ecosystem.',
  design: 'Look, size, weight and portability.',
  comfort: 'Comfort and fit.',
  flexibility: 'How well it adapts: customization, versatility and scalability.',
  selection: 'Range of products or content to choose from.',
  availability: 'Where and when it is available: coverage, delivery and stock.',
  sustainability: 'Environment, animal welfare and ethics.',
  health: 'Ingredients, nutrition and effects on health.',
} as const satisfies Enumeration
export type Theme = keyof typeof THEMES

/** How strongly an answer recommends a brand, from the strongest to the weakest. */
export const RECOMMENDATION_STRENGTHS = {
  primary: 'The brand is the single first choice.',
  strong: 'Recommended with a reason, or as a separate item in a list of suggestions.',
  among: 'Recommended in passing, as one of several.',
  mentioned_only: 'Named, but not recommended.',
  discouraged: 'The answer advises against the brand.',
} as const satisfies Enumeration
export type RecommendationStrength = keyof typeof RECOMMENDATION_STRENGTHS

/** The type of an answer as a whole. */
export const ANSWER_KINDS = {
  recommendation: 'Suggests what to buy, use or choose.',
  comparison: 'Compares named options, with or without choosing one.',
  howto: 'Gives steps for doing something.',
  fact: 'Explains something.',
  other: 'None of the other kinds of answers.',
} as const satisfies Enumeration
export type AnswerKind = keyof typeof ANSWER_KINDS

/** Why an answer has no sentiment and no recommendations. */
export const UNREAD_REASONS = {
  language_not_read: 'Sentiment and recommendations are not supported in this language yet.',
} as const satisfies Enumeration
export type UnreadReason = keyof typeof UNREAD_REASONS

/** How an answer uses a source. */
export const CITATION_KINDS = {
  cited: 'The answer refers to the source.',
  retrieved: 'The surface lists the source, but the answer does not refer to it.',
} as const satisfies Enumeration
export type CitationKind = keyof typeof CITATION_KINDS

/** Who owns the page of a source. */
export const CITATION_OWNERS = {
  brand: 'The brand of the analysis.',
  competitor: 'A tracked competitor.',
  third_party: 'Anyone else.',
} as const satisfies Enumeration
export type CitationOwner = keyof typeof CITATION_OWNERS
