import { z } from 'zod'
import { AppError } from '../errors.ts'
import { badFields, parse } from '../parse.ts'

/** The key of a request; a repetition of the request has the same one. */
export const idempotencyKeySchema = z
  .string('is required')
  .regex(/^[\x21-\x7e]{1,255}$/, 'must be 1 to 255 visible ASCII characters')

/** The key of a request that can be sent without one. */
export const optionalKeySchema = idempotencyKeySchema.optional()

/**
 * Checks the input of a request and its key; reports the errors of both together.
 * @throws {AppError} BAD_REQUEST; the key is the field `idempotencyKey`
 */
export function parseWithKey<Schema extends z.ZodType>(
  schema: Schema,
  input: unknown,
  { key, keySchema }: { key: string | undefined; keySchema: z.ZodType },
): z.output<Schema> {
  const problem = keySchema.safeParse(key).error?.issues[0]?.message
  const wrongKey = problem === undefined ? null : { idempotencyKey: problem }
  try {
    const parsed = parse(schema, input)
    if (wrongKey) throw badFields(wrongKey)
    return parsed
  } catch (error) {
    if (!wrongKey || !(error instanceof AppError)) throw error
    throw badFields({ ...error.fieldErrors, ...wrongKey })
  }
}
