import { z } from 'zod'
import { AppError } from '../foundation/errors.ts'
import { badFields, parse } from '../foundation/parse.ts'

/** Idempotency key of a request. A retry of the request must have the same key. */
export const idempotencyKeySchema = z
  .string('is required')
  .regex(/^[\x21-\x7e]{1,255}$/, 'must be 1 to 255 visible ASCII characters')

/** Idempotency key of a request that can also be sent without a key. */
export const optionalKeySchema = idempotencyKeySchema.optional()

/**
 * Parses the input of a request and validates its idempotency key. Reports the errors of both together.
 * @throws {AppError} BAD_REQUEST; errors of the key are reported on the field `idempotencyKey`
 */
export function parseWithKey<Schema extends z.ZodType>(
  schema: Schema,
  input: unknown,
  { key, keySchema }: { key: string | undefined; keySchema: z.ZodType },
): z.output<Schema> {
  const problem = keySchema.safeParse(key).error?.issues[0]?.message
  const keyError = problem === undefined ? null : { idempotencyKey: problem }
  try {
    const parsed = parse(schema, input)
    if (keyError) throw badFields(keyError)
    return parsed
  } catch (error) {
    if (!keyError || !(error instanceof AppError)) throw error
    throw badFields({ ...error.fieldErrors, ...keyError })
  }
}
