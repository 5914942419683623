import { z } from 'zod'
import { valuesOf } from '../../definitions/enumeration.ts'
import { baseUrl, sharedOptions } from '../define-driver.ts'
import { SURFACES } from './surfaces.ts'

/** `baseUrl` with or without `/datasets/v3`. */
export const settingsSchema = z.object({
  model: z.undefined('leave out the model: the surface chooses it').optional(),
  baseUrl: baseUrl.default('https://api.brightdata.com'),
  options: z.strictObject({
    ...sharedOptions,
    /** The interface that is asked. */
    surface: z.enum(valuesOf(SURFACES)),
    /** The id of the scraper, in place of the vendor's own for the surface. */
    datasetId: z
      .string()
      .regex(/^gd_\w+$/, 'write the id of a scraper, which begins with gd_')
      .optional(),
    /** Milliseconds of the first pause between two looks whether an answer is there; the pauses grow to ten times that. */
    pollInterval: z.int().positive().default(3_000),
  }),
})
