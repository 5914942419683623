import { z } from 'zod'
import { enumSchema } from '../definitions/enumeration.ts'
import { facts } from '../definitions/facts.ts'
import { CITATION_OWNERS } from '../definitions/vocabulary.ts'

/**
 * Version of the definitions below as a whole: what was written with another is computed again where its answers are still
 * known. Raised with the version of any metric, when one is added, and when more is stored of the sources.
 */
export const METRICS_VERSION = 9

/**
 * What each metric means, once for every surface and for docs/metrics.md. An answer is one result with status `ok`: prompt ×
 * provider × location × replicate. A version is raised when the same answers would give another figure.
 */
export const METRICS = {
  mentionRate: {
    version: 1,
    definition: 'Answers that name it in their prose, of all answers. A link or a denial is no mention.',
  },
  shareOfVoice: {
    version: 3,
    definition:
      'Answers that name it, of all pairs of an answer and a tracked brand it names: each answer has one vote for each brand. Null where no competitor is tracked. Over the prompts that do not name the analysis brand where there are any: see `shareOfVoicePrompts`.',
  },
  shareOfMentions: {
    version: 2,
    definition:
      'Its mentions, of the mentions of all tracked brands, counting each occurrence. Null where no competitor is tracked. Over the same prompts as the share of voice.',
  },
  averagePosition: {
    version: 1,
    definition:
      'Mean order of first mention among all tracked brands, 1-based, over the answers that name it; null when none does.',
  },
  positionMean: {
    version: 1,
    definition: '`averagePosition` with its interval.',
  },
  positions: {
    version: 1,
    definition:
      'Answers by its order of first mention among all tracked brands, and those that do not name it.',
  },
  prominence: {
    version: 1,
    definition:
      'Mean of 1 − offset of the first mention / length of the answer, over the answers that name it, 0…1; null without any.',
  },
  sentiment: {
    version: 2,
    definition: '(positive − negative) / all of its mentions, −1…1; null without a mention.',
  },
  sentimentMean: {
    version: 1,
    definition: '`sentiment` with its interval.',
  },
  sentiments: { version: 1, definition: 'Its mentions by their sentiment, as far as they are read.' },
  praiseRate: {
    version: 2,
    definition:
      'Answers that speak well of it on the whole (`positive`), of those that name it in a language that is read.',
  },
  mixedRate: {
    version: 1,
    definition:
      'Answers that speak well and ill of it, about as much (`mixed`), of those that name it in a language that is read: neither praise nor criticism.',
  },
  criticismRate: {
    version: 2,
    definition:
      'Answers that speak ill of it on the whole (`negative`), of those that name it in a language that is read.',
  },
  recommendationRate: {
    version: 2,
    definition: 'Answers that recommend it, of all answers in a language that is read.',
  },
  recommendationRateWhenMentioned: {
    version: 2,
    definition: 'Answers that recommend it, of those that name it in a language that is read.',
  },
  shareOfRecommendation: {
    version: 2,
    definition:
      'Answers that recommend it, of all pairs of an answer and a tracked brand it recommends. Null where no competitor is tracked.',
  },
  strengths: { version: 1, definition: 'Answers that name it, by how strongly they recommend it.' },
  citationRate: {
    version: 1,
    definition:
      'Answers that cite a page of it, of all answers. A page that is only listed as a source is not cited.',
  },
  retrievedRate: {
    version: 1,
    definition: 'Answers that list a page of it as a source without citing that page, of all answers.',
  },
  citationShare: { version: 1, definition: 'Citations of its pages, of all citations.' },
  denialRate: {
    version: 1,
    definition: 'Answers that name it only to say that nothing is known of it, of all answers.',
  },
  notNamedRate: { version: 1, definition: 'Answers that neither name nor deny it, of all answers.' },
  refusedRate: {
    version: 1,
    definition: 'Results in which the provider declined, of those it answered or declined.',
  },
  notShownRate: {
    version: 1,
    definition: 'Results in which the surface showed no AI answer, of all that did not fail.',
  },
  failedRate: { version: 1, definition: 'Results without any answer because of an error, of all results.' },
  informativeRate: {
    version: 1,
    definition:
      'Answers that name at least one tracked brand, of all answers: where it is low, a zero of another figure says little.',
  },
  lostRate: {
    version: 1,
    definition:
      'Answers that name at least two competitors and not the brand, of all answers. Null where fewer than two competitors are tracked.',
  },
  agreement: {
    version: 1,
    definition:
      'Pairs of answers to the same prompt, provider and location that both name it or both do not, of all such pairs.',
  },
  stability: {
    version: 1,
    definition:
      '1 − the Bray–Curtis dissimilarity of the citation shares of all domains, now and in the run before, 0…1; null where either cites nothing.',
  },
  answersNeeded: {
    version: 1,
    definition:
      'Answers and prompts a run needs to see a change of the mention rate with 80 % power at 5 % two-sided, from its own rate and the design effect of its prompts.',
  },
} as const satisfies Record<string, { version: number; definition: string }>

/** How an interval was computed. */
export const RATE_METHODS = {
  wilson:
    'The Wilson score interval of a share of independent answers, widened where it would hold the true share too seldom.',
  beta_binomial:
    'The same for as many independent answers as these are worth, given how much those of a prompt agree.',
  bootstrap: 'The percentile bootstrap, resampling prompts: in figures of versions before 8.',
} as const

/** Over which prompts a share of voice is. */
export const SHARE_OF_VOICE_PROMPTS = {
  unbranded: 'Those that do not name the analysis brand.',
  all: 'All: each of them names it.',
} as const

// The shapes of the figures: types, OpenAPI and the descriptions of GraphQL come from here. They are immutable as long as the
// `seq` of their batch stays.

const count = (description: string) =>
  z.int().nonnegative().describe(description).register(facts, { example: 42 })
const mean = (description: string, example: number) =>
  z.number().nullable().describe(description).register(facts, { example })
const definitionOf = (metric: keyof typeof METRICS) => METRICS[metric].definition
const object = <Shape extends z.core.$ZodLooseShape>(shape: Shape) =>
  z.object(shape).register(facts, { immutable: true })

/** A share, what it was computed from, and how far it can be trusted. */
export const rateDefinition = object({
  value: mean('numerator / denominator, 0…1; null when the denominator is 0.', 0.6),
  numerator: count('What was counted.'),
  denominator: count('Out of how many.').register(facts, { example: 70 }),
  low: mean('Lower end of the 95 % interval.', 0.48),
  high: mean('Upper end of the 95 % interval.', 0.71),
  method: enumSchema(RATE_METHODS, 'How the interval was computed.'),
}).meta({ id: 'Rate', description: 'A share, its counts, and its 95 % interval.' })
export type Rate = z.output<typeof rateDefinition>

const rateOf = (metric: keyof typeof METRICS) => rateDefinition.describe(definitionOf(metric))

/** A mean over answers, how many they are, and how far it can be trusted. */
export const meanDefinition = object({
  value: mean('Null without an answer.', 0.31),
  low: mean('Lower end of the 95 % interval; null with fewer than two answers.', 0.22),
  high: mean('Upper end.', 0.4),
  answers: count('Over how many answers.'),
}).meta({ id: 'Mean', description: 'A mean over answers, with its 95 % interval.' })
export type Mean = z.output<typeof meanDefinition>

export const positionCountDefinition = object({
  position: z.int().positive().describe('The place, 1-based.'),
  answers: count('How many answers.'),
})

export const positionsDefinition = object({
  average: mean(definitionOf('averagePosition'), 1.7),
  histogram: z.array(positionCountDefinition).describe('Each position that occurs.'),
  absent: count('Answers that do not name it.'),
})

export const sentimentCountsDefinition = object({
  positive: count('Mentions that speak well of it.'),
  neutral: count('Mentions that do neither.'),
  negative: count('Mentions that speak ill of it.'),
})

export const strengthCountsDefinition = object({
  primary: count('As its own single first choice.'),
  strong: count('Clearly.'),
  among: count('In passing, as one of several.'),
  mentionedOnly: count('Not at all.'),
  discouraged: count('It is advised against.'),
})

export const recommendationsDefinition = object({
  whenMentioned: rateOf('recommendationRateWhenMentioned'),
  share: rateOf('shareOfRecommendation'),
  strengths: strengthCountsDefinition.describe(definitionOf('strengths')),
})

/** The figures of one tracked brand. */
export const entityFiguresDefinition = object({
  mentionRate: rateOf('mentionRate'),
  shareOfVoice: rateOf('shareOfVoice'),
  shareOfMentions: rateOf('shareOfMentions'),
  averagePosition: mean(definitionOf('averagePosition'), 1.7),
  positionMean: meanDefinition
    .describe(definitionOf('positionMean'))
    .register(facts, { example: { value: 1.7, low: 1.4, high: 2.1, answers: 42 } }),
  positions: positionsDefinition.describe(definitionOf('positions')),
  prominence: meanDefinition
    .describe(definitionOf('prominence'))
    .register(facts, { example: { value: 0.74, low: 0.65, high: 0.82, answers: 42 } }),
  sentiment: mean(definitionOf('sentiment'), 0.31),
  sentimentMean: meanDefinition.describe(definitionOf('sentimentMean')),
  sentiments: sentimentCountsDefinition.describe(definitionOf('sentiments')),
  praiseRate: rateOf('praiseRate'),
  mixedRate: rateOf('mixedRate'),
  criticismRate: rateOf('criticismRate'),
  recommendationRate: rateOf('recommendationRate'),
  recommendations: recommendationsDefinition.describe('How it is recommended.'),
  citationRate: rateOf('citationRate'),
  retrievedRate: rateOf('retrievedRate'),
  citationShare: rateOf('citationShare'),
  denialRate: rateOf('denialRate'),
  agreement: rateOf('agreement'),
})
export type EntityFigures = z.output<typeof entityFiguresDefinition>

/** The figures of one tracked brand, with its name. */
export const entitySummaryDefinition = object({
  id: z.string().describe('`brand`, or the id of the competitor.').register(facts, { example: 'brand' }),
  name: z.string().describe('Its name when the analysis began.').register(facts, { example: 'Taskfern' }),
  ...entityFiguresDefinition.shape,
})
export type EntitySummary = z.output<typeof entitySummaryDefinition>

export const sampleDefinition = object({
  prompts: count('Prompts that were answered.'),
  answers: count('Their answers.'),
  replicates: count('The most answers of one prompt, provider and location.'),
})

export const absenceDefinition = object({
  notNamed: rateOf('notNamedRate'),
  denied: rateOf('denialRate'),
  refused: rateOf('refusedRate'),
  notShown: rateOf('notShownRate'),
  failed: rateOf('failedRate'),
})

export const ownerShareDefinition = object({
  owner: enumSchema(CITATION_OWNERS, 'Whose pages.'),
  citations: count('How often they are cited.'),
  share: rateOf('citationShare'),
})

export const domainShareDefinition = object({
  domain: z.string().describe('Its registrable domain.').register(facts, { example: 'reviews.example' }),
  owner: enumSchema(CITATION_OWNERS, 'Whose most of its pages are.').register(facts, {
    example: 'third_party',
  }),
  competitorId: z
    .string()
    .nullable()
    .describe('The databaseId of the competitor whose site it is; null unless it is one’s.')
    .register(facts, { example: null }),
  citations: count('How often its pages are cited.'),
  share: rateOf('citationShare'),
  citationRate: rateOf('citationRate'),
  retrievedRate: rateOf('retrievedRate'),
})

export const sourceSharesDefinition = object({
  citations: count('All citations; pages that are only listed do not count.'),
  owners: z.array(ownerShareDefinition).describe('By whose page it is; the shares add up to 1.'),
  domains: z.array(domainShareDefinition).describe('The ten that are cited most often.'),
})

export const neededForChangeDefinition = object({
  points: z.int().positive().describe('The change, in percentage points.').register(facts, { example: 10 }),
  independent: count('Answers, were they independent.'),
  answers: count('Answers, clustered by prompt as these are.'),
  prompts: count('Prompts that give so many answers.'),
})

export const answersNeededDefinition = object({
  designEffect: mean(
    'By how much answers of one prompt inflate the variance, at least 1; null where it cannot be told, and the worst is assumed.',
    1.6,
  ),
  answersPerPrompt: mean('How many answers a prompt has; null without any.', 7),
  changes: z
    .array(neededForChangeDefinition)
    .describe('For changes of several sizes; none without an answer.'),
})

/** The figures of a set of answers that belong to no single brand, or to the analysis brand. */
export const scopeFiguresDefinition = object({
  metricsVersion: count(
    'Of the definitions these figures were computed by; 0 for older ones, which lack what is newer.',
  ).register(facts, { example: METRICS_VERSION }),
  sample: sampleDefinition.describe('What the rates are computed from.'),
  shareOfVoicePrompts: enumSchema(
    SHARE_OF_VOICE_PROMPTS,
    'The prompts that shares of voice and of mentions are over: those that do not name the brand, or all where each does.',
  ),
  informativeRate: rateOf('informativeRate'),
  lostRate: rateOf('lostRate'),
  absence: absenceDefinition.describe('Why the brand is not seen, each with the denominator that fits it.'),
  sources: sourceSharesDefinition.describe('Where the citations lead.'),
  answersNeeded: answersNeededDefinition.describe(definitionOf('answersNeeded')),
})
export type ScopeFigures = z.output<typeof scopeFiguresDefinition>

/** Results by status. */
export const resultCountsDefinition = object({
  total: count('All of them.').register(facts, { example: 72 }),
  ok: count('Answered. Only these enter the rates.').register(facts, { example: 70 }),
  refused: count('The provider declined to answer.').register(facts, { example: 1 }),
  notShown: count('The surface showed no AI answer.').register(facts, { example: 1 }),
  failed: count('No answer could be had.').register(facts, { example: 0 }),
})

/** What the answers of a whole batch, or of a part of it, say: the brand's own figures, and each entity's. */
export const summaryDefinition = object({
  results: resultCountsDefinition.describe('Results by what became of them.'),
  ...entityFiguresDefinition.shape,
  ...scopeFiguresDefinition.shape,
  entities: z.array(entitySummaryDefinition).describe('The brand first, then each competitor.'),
}).meta({
  id: 'Summary',
  description:
    'Rates of the brand and of each competitor over all completed answers. `informativeRate`: answers that name any of them.',
})
export type Summary = z.output<typeof summaryDefinition>
/** The figures of a summary that belong to no entity. */
export type ScopeSummary = ScopeFigures & Pick<Summary, 'results'>

/** With fewer prompts in common no change is judged. */
export const FEWEST_PROMPTS = 10

/** The possible verdicts on a change of a figure between two batches, prompt by prompt on what both asked. */
export const CHANGE_VERDICTS = {
  moved: 'It changed by more than chance.',
  within_noise: 'Any change may be chance.',
  insufficient: `Fewer than ${FEWEST_PROMPTS} prompts in common, or nothing to compare with.`,
  not_comparable: 'Another brand, model, surface or version of the rules, or nothing in common.',
} as const
export type ChangeVerdict = keyof typeof CHANGE_VERDICTS

/** A change of the mention rate on the common basket: the prompts of which both batches answered a cell. */
export const changeDefinition = z.object({
  prompts: count('Prompts that both runs have answers to.').register(facts, { example: 10 }),
  difference: mean(
    'Mention rate now less then, on what both asked, −1…1; null where nothing is compared.',
    0.03,
  ),
  low: mean('Lower end of the 95 % interval of the difference, by a bootstrap over prompts.', -0.06),
  high: mean('Upper end of the 95 % interval of the difference.', 0.11),
  pValue: mean('Of the sign-flip test over prompts, two-sided; null where nothing is compared.', 0.31),
})

/** The figures of an entity whose changes are judged. */
export const CHANGED_METRICS = [
  'mentionRate',
  'shareOfVoice',
  'averagePosition',
  'sentiment',
  'recommendationRate',
  'citationRate',
] as const
export type ChangedMetric = (typeof CHANGED_METRICS)[number]

/** The change of one figure of one entity on the common basket. */
export const metricChangeDefinition = object({
  verdict: enumSchema(CHANGE_VERDICTS, 'What can be said of it alone.'),
  prompts: count('Prompts of the common basket that the figure has answers of, in either run.').register(
    facts,
    {
      example: 40,
    },
  ),
  difference: mean(
    'The figure now less then, on what both runs asked; null where nothing is compared.',
    0.03,
  ),
  low: mean('Lower end of the 95 % interval of the difference, by a bootstrap over prompts.', -0.06),
  high: mean('Upper end of the 95 % interval of the difference.', 0.11),
  pValue: mean('Of the sign-flip test over prompts, two-sided; null where nothing is compared.', 0.31),
  adjustedVerdict: enumSchema(
    CHANGE_VERDICTS,
    'The verdict when all figures of all entities are looked at together: the chance of any false alarm among them is 5 %.',
  ),
})
export type MetricChange = z.output<typeof metricChangeDefinition>
export type MetricChanges = Record<ChangedMetric, MetricChange>
/** The changes of the figures of one entity. */
export type EntityChanges = MetricChanges & Pick<EntitySummary, 'id' | 'name'>
