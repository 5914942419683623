import { z } from 'zod'

/** What POST /search-volume answers (contract §3 "Search volume"). */
export const volumeSchema = z
  .object({
    keyword: z.string().describe('As given, without white space around it.'),
    country: z.string().describe('ISO 3166-1 alpha-2.'),
    monthlyVolume: z.int().nonnegative().describe('Estimated questions to language models in a month.'),
    confidence: z.enum(['low', 'medium', 'high']).describe('How sure the source is of it.'),
    source: z
      .string()
      .describe('Where the estimate comes from; `simulated`: it is made up, no source was asked.'),
    cached: z.boolean().describe('Whether it was known from the last 30 days.'),
    creditsCharged: z.int().nonnegative(),
  })
  .meta({ id: 'SearchVolume' })

export type VolumeForm = z.infer<typeof volumeSchema>
