import { z } from 'zod'
import { METRICS } from '../../metrics/definitions.ts'

const count = z.int().nonnegative()

/** A rate as every response shows it. */
export const rateSchema = z
  .object({
    value: z.number().nullable().describe('numerator / denominator, 0…1; null when the denominator is 0.'),
    numerator: count,
    denominator: count,
    low: z.number().nullable().describe('Lower end of the 95 % interval.'),
    high: z.number().nullable().describe('Upper end of the 95 % interval.'),
    method: z.enum(['wilson', 'bootstrap']).describe('How the interval was computed.'),
  })
  .meta({ id: 'Rate', description: 'A share, what it was computed from, and its 95 % interval.' })

const defined = (metric: keyof typeof METRICS) => METRICS[metric].definition
const rateOf = (metric: keyof typeof METRICS) => rateSchema.describe(defined(metric))

/** The rates of one tracked brand. */
export const entityRates = {
  mentionRate: rateOf('mentionRate'),
  shareOfVoice: rateOf('shareOfVoice'),
  shareOfMentions: rateOf('shareOfMentions'),
  averagePosition: z.number().nullable().describe(defined('averagePosition')),
  positions: z
    .object({
      average: z.number().nullable().describe('The same as `averagePosition`.'),
      histogram: z
        .array(z.object({ position: z.int().positive(), answers: count }))
        .describe('Each position that occurs.'),
      absent: count.describe('Answers that do not name it.'),
    })
    .describe(defined('positions')),
  prominence: z
    .object({ value: z.number().nullable(), answers: count.describe('Over how many answers.') })
    .describe(defined('prominence')),
  sentiment: z.number().nullable().describe(defined('sentiment')),
  sentiments: z.object({ positive: count, neutral: count, negative: count }).describe(defined('sentiments')),
  recommendationRate: rateOf('recommendationRate'),
  recommendations: z
    .object({
      whenMentioned: rateOf('recommendationRateWhenMentioned'),
      share: rateOf('shareOfRecommendation'),
      strengths: z
        .object({ primary: count, strong: count, among: count, mentionedOnly: count, discouraged: count })
        .describe(defined('strengths')),
    })
    .describe('How it is recommended.'),
  citationRate: rateOf('citationRate'),
  retrievedRate: rateOf('retrievedRate'),
  citationShare: rateOf('citationShare'),
  denialRate: rateOf('denialRate'),
  agreement: rateOf('agreement'),
}

const owner = z.enum(['brand', 'competitor', 'third_party'])

/** What is said of a whole batch, or of a part of it, beside its entities. */
export const scopeRates = {
  metricsVersion: count.describe(
    'Of the definitions these figures were computed by; 0 for older ones, which lack what is newer.',
  ),
  sample: z
    .object({
      prompts: count.describe('Prompts that were answered.'),
      answers: count,
      replicates: count.describe('The most answers of one prompt, provider and location.'),
    })
    .describe('What the rates are computed from.'),
  shareOfVoicePrompts: z
    .enum(['unbranded', 'all'])
    .describe(
      'The prompts that shares of voice and of mentions are over: those that do not name the brand, or all where each does.',
    ),
  informativeRate: rateOf('informativeRate'),
  absence: z
    .object({
      notNamed: rateOf('notNamedRate'),
      denied: rateOf('denialRate'),
      refused: rateOf('refusedRate'),
      notShown: rateOf('notShownRate'),
      failed: rateOf('failedRate'),
    })
    .describe('Why the brand is not seen, each with the denominator that fits it.'),
  sources: z
    .object({
      citations: count.describe('All citations; pages that are only listed do not count.'),
      owners: z
        .array(z.object({ owner, citations: count, share: rateOf('citationShare') }))
        .describe('By whose page it is; the shares add up to 1.'),
      domains: z
        .array(
          z.object({
            domain: z.string(),
            owner: owner.describe('Whose most of its pages are.'),
            competitorId: z.string().nullable(),
            citations: count,
            share: rateOf('citationShare'),
            citationRate: rateOf('citationRate'),
            retrievedRate: rateOf('retrievedRate'),
          }),
        )
        .describe('The ten that are cited most often.'),
    })
    .describe('Where the citations lead.'),
  answersNeeded: z
    .object({
      designEffect: z
        .number()
        .nullable()
        .describe(
          'By how much answers of one prompt inflate the variance; null where it cannot be told, and the worst is assumed.',
        ),
      answersPerPrompt: z.number().nullable(),
      changes: z.array(
        z.object({
          points: z.int().positive().describe('The change, in percentage points.'),
          independent: count.describe('Answers, were they independent.'),
          answers: count.describe('Answers, clustered by prompt as these are.'),
          prompts: count.describe('Prompts that give so many answers.'),
        }),
      ),
    })
    .describe(METRICS.answersNeeded.definition),
}

/** The figures of each tracked brand. */
export const entityList = z.array(
  z.object({
    id: z.string().describe('`brand`, or the id of the competitor.'),
    name: z.string(),
    ...entityRates,
  }),
)

/** What the answers of a whole batch say. */
export const summarySchema = z
  .object({
    results: z
      .object({ total: count, ok: count, refused: count, notShown: count, failed: count })
      .describe('Results by what became of them.'),
    ...entityRates,
    ...scopeRates,
    entities: entityList.describe('The brand first, then each competitor.'),
  })
  .meta({
    id: 'Summary',
    description:
      'Rates of the brand and of each competitor over all completed answers. `informativeRate`: answers that name any of them.',
  })
