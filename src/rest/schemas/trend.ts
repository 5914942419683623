import { z } from 'zod'
import { METRICS } from '../../metrics/definitions.ts'
import { entityList, entityRates, scopeRates } from './summary.ts'

const count = z.int().nonnegative()

/** The figures of one completed run (contract §3 "Trend point"). */
export const trendPointSchema = z
  .object({
    runId: z.uuid(),
    completedAt: z.iso.datetime(),
    results: count.describe('Results in scope, whatever became of them.'),
    statuses: z
      .object({ ok: count, refused: count, notShown: count, failed: count })
      .describe('The same results by what became of them; only `ok` enters the rates.'),
    ...entityRates,
    ...scopeRates,
    comparison: z
      .enum(['moved', 'within_noise', 'insufficient', 'not_comparable'])
      .describe(
        'The change of the mention rate against the previous (older) point, prompt by prompt on what both runs asked. ' +
          '`insufficient`: fewer than 10 prompts in common, or no previous point. `not_comparable`: another brand, model, ' +
          'surface or version of the rules, or nothing in common.',
      ),
    change: z
      .object({
        previousRunId: z.uuid(),
        prompts: count.describe('Prompts that both runs have answers to.'),
        difference: z.number().nullable().describe('Mention rate now less then, on the common basket, −1…1.'),
        low: z.number().nullable().describe('Lower end of the 95 % interval of the difference.'),
        high: z.number().nullable().describe('Upper end of the 95 % interval of the difference.'),
        pValue: z.number().nullable().describe('Of the sign-flip test over prompts, two-sided.'),
        stability: z.number().nullable().describe(METRICS.stability.definition),
      })
      .nullable()
      .describe('What was compared; null without a previous point.'),
    entities: entityList.describe('The brand first, then each competitor, as they were tracked then.'),
  })
  .meta({ id: 'TrendPoint' })

export type TrendPointForm = z.infer<typeof trendPointSchema>
