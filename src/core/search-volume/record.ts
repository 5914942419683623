import { z } from 'zod'

/** Credits of one attempt, whatever it comes to (specification §8). */
export const VOLUME_CREDITS = 40

/** An estimate as every surface shows it. Kept with its idempotency key, hence a schema. */
export const volumeRecordSchema = z.object({
  keyword: z.string(),
  country: z.string(),
  monthlyVolume: z.int().nonnegative(),
  confidence: z.enum(['low', 'medium', 'high']),
  source: z.string(),
  cached: z.boolean(),
  creditsCharged: z.int().nonnegative(),
})
export type VolumeRecord = z.infer<typeof volumeRecordSchema>
