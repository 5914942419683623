import type { Context } from 'hono'
import { z } from 'zod'
import { AppError } from '../../core/foundation/errors.ts'
import { badFields } from '../../core/foundation/parse.ts'
import { idempotencyKeySchema } from '../../core/idempotency/key.ts'
import { ReplayedError } from '../../core/idempotency/outcome.ts'
import type { HttpEnv } from '../../http/environment.ts'

const KEY_HEADER = 'Idempotency-Key'
const REPLAYED_HEADER = 'Idempotent-Replayed'

/** Returns the header schema of an operation with an idempotency key, for OpenAPI. */
export function keyHeader(keySchema: KeySchema) {
  return z.object({ [KEY_HEADER]: keySchema.describe('Identifies this request across retries.') })
}

/** {@link idempotencyKeySchema} or its optional variant. */
type KeySchema = z.ZodType<string | undefined>

/** OpenAPI description of an optional idempotency key. */
export const KEY_DESCRIPTION =
  'Send an `Idempotency-Key` to retry safely: for 24 hours, the same key and body return the first response again, with the ' +
  'header `Idempotent-Replayed: true`; the same key with another body returns 409. A rejected request does not use up its key.'

/**
 * Runs an operation with the idempotency key from the request header. Sets a response header if the result comes from
 * an earlier request.
 * @throws errors of the operation; errors about the key refer to the header
 */
export async function withIdempotencyKey<Result extends { replayed: boolean }>(
  context: Context<HttpEnv>,
  keySchema: KeySchema,
  operation: (key: string | undefined) => Promise<Result>,
): Promise<Result> {
  const key = context.req.header(KEY_HEADER)
  try {
    const result = await operation(key)
    if (result.replayed) context.header(REPLAYED_HEADER, 'true')
    return result
  } catch (error) {
    if (error instanceof ReplayedError) context.header(REPLAYED_HEADER, 'true')
    throw keySchema.safeParse(key).success ? error : withHeaderName(error)
  }
}

/** Renames the field `idempotencyKey` of the operation to the name of the header. */
function withHeaderName(error: unknown): unknown {
  if (!(error instanceof AppError) || !error.fieldErrors?.idempotencyKey) return error
  const { idempotencyKey, ...fields } = error.fieldErrors
  return badFields({ ...fields, [KEY_HEADER]: idempotencyKey })
}
