import { z } from 'zod'
import { ERRORS } from '../../core/foundation/errors.ts'
import { enumSchema } from '../../definitions/fields/enum-schema.ts'
import { toEnumeration } from '../../definitions/fields/enumeration.ts'
import type { ErrorEnvelope } from '../../http/errors.ts'

/** Body of all error responses. */
export const errorSchema = z
  .object({
    error: z.object({
      code: enumSchema(toEnumeration(ERRORS), 'Error code for programs.'),
      message: z.string().describe('Error message for people.'),
      traceId: z
        .string()
        .optional()
        .describe('Id of the trace of the request, if the installation records traces.'),
    }),
    details: z
      .object({
        fieldErrors: z
          .record(z.string(), z.string())
          .describe(
            'Maps the dotted path of each invalid field, such as `providers.0`, to a description of the problem.',
          ),
      })
      .optional()
      .describe('Only present for validation errors.'),
  })
  .meta({ id: 'Error' }) satisfies z.ZodType<ErrorEnvelope>
