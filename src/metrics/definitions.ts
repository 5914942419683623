import { z } from 'zod'
import { enumSchema } from '../definitions/fields/enum-schema.ts'
import { fieldMetadata } from '../definitions/fields/field-metadata.ts'
import { CITATION_OWNERS } from '../definitions/vocabulary.ts'

/**
 * Version of all definitions below. Stored metrics of another version are recomputed as long as their answers are
 * still available. Raise it together with the version of any metric, when adding a metric, and when storing more
 * about the sources.
 */
export const METRICS_VERSION = 12

/** Where a tool's response shows metrics: of the brand or of each competitor, in one analysis or in a trend. */
export type MetricView = 'summary' | 'competitor' | 'trend' | 'trendCompetitor'

/** Metadata of a metric. REST and GraphQL show every metric of the schemas below; other surfaces show flagged ones. */
interface Metric {
  /** Raise it if the same answers would give a different value. */
  version: number
  definition: string
  /** Responses of MCP tools that include the metric. */
  views?: readonly MetricView[]
  /**
   * Row in the key metrics of reports. Rows over all answers come before rows over the answers with a mention. A rate
   * with `onlyWithData` has no row if its denominator is 0.
   */
  report?: { label: string; over: 'answers' | 'mentions'; onlyWithData?: true }
  /** Changes of the metric get a verdict. The text names the metric in "Change of the …". */
  change?: string
  /** Tables and charts of the dashboard show the metric. */
  dashboard?: true
}

/**
 * Definitions of all metrics, used by every API and by docs/metrics.md. An answer is one result with status `ok`:
 * prompt × provider × location × replicate.
 */
export const METRICS = {
  mentionRate: {
    version: 1,
    definition:
      'Share of all answers that mention the brand in their text. A link or a denial is not a mention.',
    views: ['summary', 'competitor', 'trend', 'trendCompetitor'],
    report: { label: 'Mention rate', over: 'answers' },
    change: 'mention rate',
    dashboard: true,
  },
  shareOfVoice: {
    version: 3,
    definition:
      'Answers that mention the brand, divided by all pairs of an answer and a tracked brand it mentions: each answer has one vote per brand. Null if no competitor is tracked. Uses the prompts that do not name the analysis brand, if there are any: see `shareOfVoicePrompts`.',
    views: ['summary', 'competitor', 'trend', 'trendCompetitor'],
    report: { label: 'Share of voice', over: 'answers' },
    change: 'share of voice',
    dashboard: true,
  },
  shareOfMentions: {
    version: 2,
    definition:
      'Share of all mentions of tracked brands that are mentions of this brand, counting each occurrence. Null if no competitor is tracked. Uses the same prompts as the share of voice.',
  },
  averagePosition: {
    version: 1,
    definition:
      'Mean order of first mention among all tracked brands, 1-based, over the answers that mention the brand; null if there are none.',
    views: ['summary', 'competitor', 'trend', 'trendCompetitor'],
    report: { label: 'Average position among tracked brands (1 is first)', over: 'mentions' },
    change: 'average position; lower is earlier',
  },
  positionMean: {
    version: 1,
    definition: 'Average position of the first mention, with its interval.',
    views: ['summary', 'competitor', 'trend', 'trendCompetitor'],
    dashboard: true,
  },
  positions: {
    version: 1,
    definition:
      'Number of answers by order of first mention among all tracked brands, and number of answers that do not mention the brand.',
  },
  prominence: {
    version: 1,
    definition:
      'Mean of 1 − offset of the first mention / length of the answer, over the answers that mention the brand, 0…1; null if there are none.',
    views: ['trend', 'trendCompetitor'],
  },
  sentiment: {
    version: 2,
    definition: '(positive − negative) / all mentions of the brand, −1…1; null without a mention.',
    views: ['summary', 'competitor', 'trend', 'trendCompetitor'],
    report: { label: 'Average sentiment (−1 to +1)', over: 'mentions' },
    change: 'sentiment',
  },
  sentimentMean: {
    version: 1,
    definition: 'Average sentiment of the mentions, with its interval.',
    views: ['summary', 'competitor', 'trend', 'trendCompetitor'],
    dashboard: true,
  },
  sentiments: {
    version: 1,
    definition: 'Mentions of the brand by sentiment, in languages that sentiment analysis supports.',
    views: ['summary'],
  },
  praiseRate: {
    version: 2,
    definition:
      'Share of answers with a positive overall sentiment (`positive`), out of the answers that mention the brand in a supported language.',
    report: { label: 'Positive when mentioned', over: 'mentions' },
    dashboard: true,
  },
  mixedRate: {
    version: 1,
    definition:
      'Share of answers with about as much praise as criticism (`mixed`), out of the answers that mention the brand in a supported language. They count neither as praise nor as criticism.',
    report: { label: 'Mixed when mentioned', over: 'mentions' },
    dashboard: true,
  },
  criticismRate: {
    version: 2,
    definition:
      'Share of answers with a negative overall sentiment (`negative`), out of the answers that mention the brand in a supported language.',
    report: { label: 'Negative when mentioned', over: 'mentions' },
    dashboard: true,
  },
  recommendationRate: {
    version: 2,
    definition: 'Share of all answers in a supported language that recommend the brand.',
    views: ['summary', 'competitor', 'trend'],
    report: { label: 'Recommendation rate', over: 'answers' },
    change: 'recommendation rate',
    dashboard: true,
  },
  recommendationRateWhenMentioned: {
    version: 2,
    definition:
      'Share of answers that recommend the brand, out of the answers that mention it in a supported language.',
    report: { label: 'Recommendation rate when mentioned', over: 'answers' },
  },
  shareOfRecommendation: {
    version: 2,
    definition:
      'Answers that recommend the brand, divided by all pairs of an answer and a tracked brand it recommends. Null if no competitor is tracked.',
  },
  strengths: { version: 1, definition: 'Answers that mention the brand, by strength of the recommendation.' },
  citationRate: {
    version: 1,
    definition:
      'Share of all answers that cite a page of the brand. A page that is only listed as a source is not cited.',
    views: ['summary', 'competitor', 'trend'],
    report: { label: 'Citation rate (answers that cite its pages)', over: 'answers' },
    change: 'citation rate',
  },
  retrievedRate: {
    version: 1,
    definition: 'Share of all answers that list a page of the brand as a source without citing that page.',
  },
  citationShare: {
    version: 1,
    definition: 'Share of all citations that lead to pages of the brand, owner or domain.',
  },
  placementRate: {
    version: 1,
    definition:
      'Share of answers with a card of the brand (a product, business or ad next to the text), out of the answers with cards. Cards do not count as mentions.',
    views: ['summary', 'competitor', 'trend'],
    report: {
      label: 'Placement rate (answers with cards that show it)',
      over: 'answers',
      // Most surfaces show no cards, and an empty row about them would only distract.
      onlyWithData: true,
    },
    dashboard: true,
  },
  denialRate: {
    version: 1,
    definition: 'Share of all answers that only name the brand to say that it is unknown.',
    views: ['summary', 'trend'],
    report: { label: 'Answers that say they do not know it', over: 'answers' },
  },
  notNamedRate: { version: 1, definition: 'Share of all answers that neither mention nor deny the brand.' },
  refusedRate: {
    version: 1,
    definition: 'Share of results in which the provider declined, out of those it answered or declined.',
  },
  notShownRate: {
    version: 1,
    definition: 'Share of the results without a failure in which the surface showed no AI answer.',
  },
  failedRate: { version: 1, definition: 'Share of all results without an answer because of an error.' },
  informativeRate: {
    version: 1,
    definition:
      'Share of all answers that mention at least one tracked brand. If it is low, a zero in another metric means little.',
    views: ['summary', 'trend'],
    report: { label: 'Answers that name any tracked brand', over: 'answers' },
  },
  lostRate: {
    version: 1,
    definition:
      'Share of all answers that mention at least two competitors but not the brand. Null if fewer than two competitors are tracked.',
  },
  agreement: {
    version: 1,
    definition:
      'Share of pairs of answers to the same prompt, provider and location that agree: both mention the brand, or neither does.',
  },
  stability: {
    version: 1,
    definition:
      '1 − the Bray–Curtis dissimilarity between the citation shares of all domains in this run and the previous one, 0…1; null if either run has no citations.',
  },
  answersNeeded: {
    version: 1,
    definition:
      'Number of answers and prompts a run needs to detect a change of the mention rate with 80 % power at a two-sided 5 % level, given its current rate and the design effect of its prompts.',
  },
} as const satisfies Record<string, Metric>

type Metrics = typeof METRICS
/** Names of the metrics whose metadata matches. */
type MetricWith<Metadata> = {
  [Name in keyof Metrics]: Metrics[Name] extends Metadata ? Name : never
}[keyof Metrics]

const NAMES = Object.keys(METRICS) as readonly (keyof Metrics)[]

/** A metric with a row in reports. */
export type ReportedMetric = MetricWith<{ report: object }>
const isReported = (name: keyof Metrics): name is ReportedMetric => 'report' in METRICS[name]
/** The metrics in the key metrics of reports, in order. */
export const REPORTED_METRICS: readonly ReportedMetric[] = (['answers', 'mentions'] as const).flatMap(
  (over) => NAMES.filter(isReported).filter((name) => METRICS[name].report.over === over),
)

/** A metric with a verdict on its change. */
export type ChangedMetric = MetricWith<{ change: string }>
const isChanged = (name: keyof Metrics): name is ChangedMetric => 'change' in METRICS[name]
export const CHANGED_METRICS: readonly ChangedMetric[] = NAMES.filter(isChanged)

type MetricIn<View extends MetricView> = {
  [Name in keyof Metrics]: Metrics[Name] extends { views: readonly (infer Shown)[] }
    ? View extends Shown
      ? Name
      : never
    : never
}[keyof Metrics]

/** Returns the metrics of a view, as the mask that zod's `pick` expects. */
export function metricsIn<View extends MetricView>(view: View): Record<MetricIn<View>, true> {
  const shown = NAMES.filter((name) => {
    const { views = [] }: Metric = METRICS[name]
    return views.includes(view)
  })
  // The type selects the same names.
  return Object.fromEntries(shown.map((name) => [name, true])) as Record<MetricIn<View>, true>
}

/** How an interval was computed. */
export const RATE_METHODS = {
  wilson:
    'The Wilson score interval of a share of independent answers, widened where it would contain the true share too rarely.',
  beta_binomial:
    'The same interval for the effective number of independent answers, given how much the answers to each prompt agree.',
  bootstrap: 'The percentile bootstrap over prompts, used by metrics versions before 8.',
} as const

/** The prompts that the share of voice covers. */
export const SHARE_OF_VOICE_PROMPTS = {
  unbranded: 'Only prompts that do not name the analysis brand.',
  all: 'All prompts, because each of them names the brand.',
} as const

// The schemas of the metrics. Types, OpenAPI and the GraphQL descriptions are generated from them. They are immutable
// as long as the `seq` of their batch stays the same.

const count = (description: string) =>
  z.int().nonnegative().describe(description).register(fieldMetadata, { example: 42 })
const mean = (description: string, example: number) =>
  z.number().nullable().describe(description).register(fieldMetadata, { example })
const definitionOf = (metric: keyof typeof METRICS) => METRICS[metric].definition
const object = <Shape extends z.core.$ZodLooseShape>(shape: Shape) =>
  z.object(shape).register(fieldMetadata, { immutable: true })

/** A share with its counts and its confidence interval. */
export const rateDefinition = object({
  value: mean('numerator / denominator, 0…1; null when the denominator is 0.', 0.6),
  numerator: count('The number counted.'),
  denominator: count('The number that `numerator` is divided by.').register(fieldMetadata, { example: 70 }),
  low: mean('Lower end of the 95 % interval.', 0.48),
  high: mean('Upper end of the 95 % interval.', 0.71),
  method: enumSchema(RATE_METHODS, 'How the interval was computed.'),
}).meta({ id: 'Rate', description: 'A share, its counts, and its 95 % interval.' })
export type Rate = z.output<typeof rateDefinition>

const rateOf = (metric: keyof typeof METRICS) => rateDefinition.describe(definitionOf(metric))

/** A mean over answers with its confidence interval. */
export const meanDefinition = object({
  value: mean('The mean; null without answers.', 0.31),
  low: mean('Lower end of the 95 % interval; null with fewer than two answers.', 0.22),
  high: mean('Upper end of the 95 % interval.', 0.4),
  answers: count('Number of answers in the mean.'),
}).meta({ id: 'Mean', description: 'A mean over answers, with its 95 % interval.' })
export type Mean = z.output<typeof meanDefinition>

export const positionCountDefinition = object({
  position: z.int().positive().describe('The position, 1-based.'),
  answers: count('Number of answers with this position.'),
})

export const positionsDefinition = object({
  average: mean(definitionOf('averagePosition'), 1.7),
  histogram: z.array(positionCountDefinition).describe('Each position that occurs.'),
  absent: count('Answers that do not mention the brand.'),
})

export const sentimentCountsDefinition = object({
  positive: count('Positive mentions.'),
  neutral: count('Neutral mentions.'),
  negative: count('Negative mentions.'),
})

export const strengthCountsDefinition = object({
  primary: count('Answers that name the brand as the single first choice.'),
  strong: count('Answers that clearly recommend the brand.'),
  among: count('Answers that recommend the brand as one of several.'),
  mentionedOnly: count('Answers that mention the brand without recommending it.'),
  discouraged: count('Answers that advise against the brand.'),
})

export const recommendationsDefinition = object({
  whenMentioned: rateOf('recommendationRateWhenMentioned'),
  share: rateOf('shareOfRecommendation'),
  strengths: strengthCountsDefinition.describe(definitionOf('strengths')),
})

/** The metrics of one tracked brand. */
export const entityMetricsDefinition = object({
  mentionRate: rateOf('mentionRate'),
  shareOfVoice: rateOf('shareOfVoice'),
  shareOfMentions: rateOf('shareOfMentions'),
  averagePosition: mean(definitionOf('averagePosition'), 1.7),
  positionMean: meanDefinition
    .describe(definitionOf('positionMean'))
    .register(fieldMetadata, { example: { value: 1.7, low: 1.4, high: 2.1, answers: 42 } }),
  positions: positionsDefinition.describe(definitionOf('positions')),
  prominence: meanDefinition
    .describe(definitionOf('prominence'))
    .register(fieldMetadata, { example: { value: 0.74, low: 0.65, high: 0.82, answers: 42 } }),
  sentiment: mean(definitionOf('sentiment'), 0.31),
  sentimentMean: meanDefinition.describe(definitionOf('sentimentMean')),
  sentiments: sentimentCountsDefinition.describe(definitionOf('sentiments')),
  praiseRate: rateOf('praiseRate'),
  mixedRate: rateOf('mixedRate'),
  criticismRate: rateOf('criticismRate'),
  recommendationRate: rateOf('recommendationRate'),
  recommendations: recommendationsDefinition.describe('Recommendations of the brand.'),
  citationRate: rateOf('citationRate'),
  retrievedRate: rateOf('retrievedRate'),
  citationShare: rateOf('citationShare'),
  placementRate: rateOf('placementRate'),
  denialRate: rateOf('denialRate'),
  agreement: rateOf('agreement'),
})
export type EntityFigures = z.output<typeof entityMetricsDefinition>

/** The metrics of one tracked brand, with its id and name. */
export const entitySummaryDefinition = object({
  id: z
    .string()
    .describe('`brand`, or the id of the competitor.')
    .register(fieldMetadata, { example: 'brand' }),
  name: z
    .string()
    .describe('Name of the entity when the analysis started.')
    .register(fieldMetadata, { example: 'Taskfern' }),
  ...entityMetricsDefinition.shape,
})
export type EntitySummary = z.output<typeof entitySummaryDefinition>

export const sampleDefinition = object({
  prompts: count('Prompts with at least one answer.'),
  answers: count('Completed answers.'),
  replicates: count('The highest number of answers for one prompt, provider and location.'),
})

export const absenceDefinition = object({
  notNamed: rateOf('notNamedRate'),
  denied: rateOf('denialRate'),
  refused: rateOf('refusedRate'),
  notShown: rateOf('notShownRate'),
  failed: rateOf('failedRate'),
})

export const ownerShareDefinition = object({
  owner: enumSchema(CITATION_OWNERS, 'Owner of the pages.'),
  citations: count('Number of citations.'),
  share: rateOf('citationShare'),
})

export const domainShareDefinition = object({
  domain: z.string().describe('Registrable domain.').register(fieldMetadata, { example: 'reviews.example' }),
  owner: enumSchema(CITATION_OWNERS, 'Owner of most pages of the domain.').register(fieldMetadata, {
    example: 'third_party',
  }),
  competitorId: z
    .uuid()
    .nullable()
    .describe('The databaseId of the competitor that owns the site; null for other sites.')
    .register(fieldMetadata, { example: null }),
  citations: count('Number of citations of pages of the domain.'),
  share: rateOf('citationShare'),
  citationRate: rateOf('citationRate'),
  retrievedRate: rateOf('retrievedRate'),
})

export const sourceSharesDefinition = object({
  citations: count('All citations. Pages that are only listed do not count.'),
  owners: z.array(ownerShareDefinition).describe('Citations by owner of the page; the shares add up to 1.'),
  domains: z.array(domainShareDefinition).describe('The ten most cited domains.'),
})

export const neededForChangeDefinition = object({
  points: z
    .int()
    .positive()
    .describe('The change, in percentage points.')
    .register(fieldMetadata, { example: 10 }),
  independent: count('Answers needed if they were independent.'),
  answers: count('Answers needed with the clustering by prompt of this run.'),
  prompts: count('Prompts needed to get that many answers.'),
})

export const answersNeededDefinition = object({
  designEffect: mean(
    'Factor by which answers to the same prompt inflate the variance, at least 1; null if it cannot be estimated, in which case the worst is assumed.',
    1.6,
  ),
  answersPerPrompt: mean('Answers per prompt; null without answers.', 7),
  changes: z
    .array(neededForChangeDefinition)
    .describe('Requirements for changes of several sizes; empty without answers.'),
})

/** The metrics of a set of answers that belong to no single brand, or only to the analysis brand. */
export const scopeMetricsDefinition = object({
  metricsVersion: count(
    'Version of the metric definitions. Values stored before versions existed have 0 and lack newer metrics.',
  ).register(fieldMetadata, { example: METRICS_VERSION }),
  sample: sampleDefinition.describe('The answers that the rates are computed from.'),
  shareOfVoicePrompts: enumSchema(
    SHARE_OF_VOICE_PROMPTS,
    'The prompts that the shares of voice and of mentions cover: prompts that do not name the brand, or all prompts if each of them names it.',
  ),
  informativeRate: rateOf('informativeRate'),
  lostRate: rateOf('lostRate'),
  absence: absenceDefinition.describe('Reasons why the brand is missing, each with its own denominator.'),
  sources: sourceSharesDefinition.describe('Citations by owner and by domain.'),
  answersNeeded: answersNeededDefinition.describe(definitionOf('answersNeeded')),
})
export type ScopeFigures = z.output<typeof scopeMetricsDefinition>

/** Number of results by status. */
export const resultCountsDefinition = object({
  total: count('All results.').register(fieldMetadata, { example: 72 }),
  ok: count('Completed answers. Only these count toward the rates.').register(fieldMetadata, {
    example: 70,
  }),
  refused: count('The provider declined to answer.').register(fieldMetadata, { example: 1 }),
  notShown: count('The surface showed no AI answer.').register(fieldMetadata, { example: 1 }),
  failed: count('The provider did not return an answer.').register(fieldMetadata, { example: 0 }),
})

/** The metrics of a whole batch or of a part of it: the brand's own metrics, and the metrics of each entity. */
export const summaryDefinition = object({
  results: resultCountsDefinition.describe('Number of results by status.'),
  ...entityMetricsDefinition.shape,
  ...scopeMetricsDefinition.shape,
  entities: z.array(entitySummaryDefinition).describe('The brand first, then each competitor.'),
}).meta({
  id: 'Summary',
  description:
    'Rates of the brand and of each competitor over all completed answers. `informativeRate` is the share of answers that mention any of them.',
})
export type Summary = z.output<typeof summaryDefinition>
/** The metrics of a summary that belong to no single entity. */
export type ScopeSummary = ScopeFigures & Pick<Summary, 'results'>

/** Minimum number of common prompts for a verdict on a change. */
export const FEWEST_PROMPTS = 10

/** Possible verdicts on the change of a metric between two batches, compared prompt by prompt on the common basket. */
export const CHANGE_VERDICTS = {
  moved: 'The metric changed by more than chance explains.',
  within_noise: 'Chance can explain any change.',
  insufficient: `Fewer than ${FEWEST_PROMPTS} prompts in common, or no run to compare with.`,
  not_comparable: 'Different brand, model, surface or version of the rules, or no prompts in common.',
} as const
export type ChangeVerdict = keyof typeof CHANGE_VERDICTS

/** A change of the mention rate on the common basket: the prompts with answered cells in both batches. */
export const changeDefinition = z.object({
  prompts: count('Prompts with answers in both runs.').register(fieldMetadata, { example: 10 }),
  rate: mean('Mention rate over the prompts that both runs asked; null if there is no comparison.', 0.47),
  previousRate: mean('The previous run’s mention rate over the same prompts.', 0.44),
  difference: mean(
    'Mention rate now minus the previous run’s value, over the prompts that both runs asked, −1…1; null if there is no comparison.',
    0.03,
  ),
  low: mean('Lower end of the 95 % interval of the difference, by a bootstrap over prompts.', -0.06),
  high: mean('Upper end of the 95 % interval of the difference.', 0.11),
  pValue: mean('Two-sided p-value of the sign-flip test over prompts; null if there is no comparison.', 0.31),
})

/** The change of one metric of one entity on the common basket. */
export const metricChangeDefinition = object({
  verdict: enumSchema(CHANGE_VERDICTS, 'The verdict for this metric alone.'),
  prompts: count(
    'Prompts of the common basket with answers that count for the metric, in either run.',
  ).register(fieldMetadata, {
    example: 40,
  }),
  difference: mean(
    'The metric now minus the previous run’s value, over the prompts that both runs asked; null if there is no comparison.',
    0.03,
  ),
  low: mean('Lower end of the 95 % interval of the difference, by a bootstrap over prompts.', -0.06),
  high: mean('Upper end of the 95 % interval of the difference.', 0.11),
  pValue: mean('Two-sided p-value of the sign-flip test over prompts; null if there is no comparison.', 0.31),
  adjustedVerdict: enumSchema(
    CHANGE_VERDICTS,
    'The verdict adjusted for looking at all metrics of all entities together: the chance of at least one false alarm among them is 5 %.',
  ),
})
export type MetricChange = z.output<typeof metricChangeDefinition>
export type MetricChanges = Record<ChangedMetric, MetricChange>

/** The changes of all metrics of one entity. */
export const entityChangesDefinition = object({
  id: entitySummaryDefinition.shape.id,
  name: z.string().describe('Its name in the later run.').register(fieldMetadata, { example: 'Boardly' }),
  // Every metric with a verdict has a change of the same form; `fromEntries` loses their names.
  ...(Object.fromEntries(
    CHANGED_METRICS.map((metric) => [
      metric,
      metricChangeDefinition.describe(`Change of the ${METRICS[metric].change}.`),
    ]),
  ) as Record<ChangedMetric, typeof metricChangeDefinition>),
})
export type EntityChanges = z.output<typeof entityChangesDefinition>
