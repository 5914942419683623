import type { Context } from 'hono'
import { authorize, type Permission } from '../core/authorize.ts'
import { AppError } from '../core/errors.ts'
import { readBody } from '../http/body.ts'
import type { HttpEnv } from '../http/environment.ts'

/** Largest request body, in bytes. */
const LARGEST_BODY = 1_048_576

/**
 * The JSON of a request, not checked any further: the operation does that. The permission is the operation's own and is
 * checked here too, because a wrong scope (403) comes before a broken body (400).
 * @throws {AppError} what authorize throws; BAD_REQUEST for another content type and malformed JSON, with the status 413
 * for a body of more than 1 MiB
 */
export async function jsonBody(context: Context<HttpEnv>, permission: Permission): Promise<unknown> {
  authorize(context.get('ctx'), permission)
  const type = context.req.header('Content-Type') ?? ''
  if (!/^application\/json\s*(;\s*charset\s*=\s*"?utf-8"?\s*)?$/i.test(type)) {
    throw new AppError(
      'BAD_REQUEST',
      'The body must be JSON: send the header Content-Type: application/json.',
    )
  }
  const bytes = await readBody(context.env.incoming, LARGEST_BODY)
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
  } catch (cause) {
    throw new AppError('BAD_REQUEST', 'The body is not valid JSON in UTF-8.', { cause })
  }
}
