import { z } from 'zod'
import { valuesOf } from '../../definitions/fields/enumeration.ts'
import { baseUrl, sharedOptions } from '../foundation/define-driver.ts'
import { SURFACES } from './surfaces.ts'

/** `baseUrl` is accepted with or without `/datasets/v3`. */
export const settingsSchema = z.object({
  model: z.undefined('leave out the model: the surface chooses it').optional(),
  baseUrl: baseUrl.default('https://api.brightdata.com'),
  options: z
    .strictObject({
      ...sharedOptions,
      /** The interface to ask. */
      surface: z.enum(valuesOf(SURFACES)),
      /** Id of the scraper; defaults to the vendor's scraper for the surface. */
      datasetId: z
        .string()
        .regex(/^gd_\w+$/, 'write the id of a scraper, which starts with gd_')
        .optional(),
      /** Milliseconds until the second check for an answer. The pauses grow to ten times that. */
      pollInterval: z.int().positive().default(3_000),
    })
    .refine(({ surface, datasetId }) => datasetId !== undefined || SURFACES[surface].datasetId !== null, {
      path: ['datasetId'],
      error: 'write the id of the scraper for this surface, from https://brightdata.com/cp/scrapers',
    }),
})
