import { z } from 'zod'

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

/** The rates of one tracked brand. */
export const entityRates = {
  mentionRate: rateSchema,
  shareOfVoice: rateSchema,
  averagePosition: z.number().nullable().describe('Mean order of first mention, 1-based; null without one.'),
  sentiment: z.number().nullable().describe('Mean over the answers that name it, −1…1; null without one.'),
  recommendationRate: rateSchema,
  citationRate: rateSchema,
}

/** What the answers of a whole batch say. */
export const summarySchema = z
  .object({
    results: z
      .object({ total: count, ok: count, refused: count, notShown: count, failed: count })
      .describe('Results by what became of them.'),
    ...entityRates,
    /** Answers that name at least one tracked brand. */
    informativeRate: rateSchema,
    entities: z
      .array(
        z.object({
          id: z.string().describe('`brand`, or the id of the competitor.'),
          name: z.string(),
          ...entityRates,
        }),
      )
      .describe('The brand first, then each competitor.'),
  })
  .meta({
    id: 'Summary',
    description:
      'Rates of the brand and of each competitor over all completed answers. `informativeRate`: answers that name any of them.',
  })
