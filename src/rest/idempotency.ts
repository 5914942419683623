import type { Context } from 'hono'
import { z } from 'zod'
import { AppError } from '../core/errors.ts'
import { idempotencyKeySchema } from '../core/idempotency/key.ts'
import { ReplayedError } from '../core/idempotency/outcome.ts'
import { badFields } from '../core/parse.ts'
import type { HttpEnv } from '../http/environment.ts'

const KEY_HEADER = 'Idempotency-Key'
const REPLAYED_HEADER = 'Idempotent-Replayed'

/** The headers of an operation with an idempotency key, for OpenAPI. */
export function keyHeader(keySchema: KeySchema) {
  return z.object({ [KEY_HEADER]: keySchema.describe('Names this request over all its repetitions.') })
}

/** {@link idempotencyKeySchema}, optional or not. */
type KeySchema = z.ZodType<string | undefined>

/** What the description of an operation with an optional key says about it. */
export const KEY_DESCRIPTION =
  'With an `Idempotency-Key` the request can be repeated: for 24 hours the same key and body give the first answer again, with the ' +
  'header `Idempotent-Replayed: true`; the same key with another body is a 409. A request that was refused leaves its key unused.'

/**
 * Carries out an operation with the idempotency key of the request's header, and says in a header whether the result is that of
 * an earlier request.
 * @throws what the operation throws; an error about the key names the header
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

/** The operation knows the key as a field; here it is a header. */
function withHeaderName(error: unknown): unknown {
  if (!(error instanceof AppError) || !error.fieldErrors?.idempotencyKey) return error
  const { idempotencyKey, ...fields } = error.fieldErrors
  return badFields({ ...fields, [KEY_HEADER]: idempotencyKey })
}
