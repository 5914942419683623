import { z } from 'zod'
import { ERRORS } from '../../core/errors.ts'
import { enumerationOf, enumSchema } from '../../definitions/enumeration.ts'
import type { ErrorEnvelope } from '../../http/errors.ts'

/** The envelope of every failure. */
export const errorSchema = z
  .object({
    error: z.object({
      code: enumSchema(enumerationOf(ERRORS), 'What went wrong, for programs.'),
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
  .meta({ id: 'Error' }) satisfies z.ZodType<ErrorEnvelope>
