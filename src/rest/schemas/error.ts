import { z } from 'zod'
import { ERROR_CODES } from '../../core/errors.ts'

/** The envelope of every failure (specification §7). */
export const errorSchema = z
  .object({
    error: z.object({
      code: z.enum(ERROR_CODES).describe('What went wrong, for programs.'),
      message: z.string().describe('What went wrong, for people.'),
    }),
    details: z
      .object({
        fieldErrors: z
          .record(z.string(), z.string())
          .describe('Dotted path of each wrong field, such as `providers.0`, and what is wrong with it.'),
      })
      .optional()
      .describe('Present only on validation errors.'),
  })
  .meta({ id: 'Error' })

export type ErrorForm = z.infer<typeof errorSchema>
