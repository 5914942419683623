import type { Context } from 'hono'
import { authorize, type Permission } from '../../core/access/authorize.ts'
import { readJson } from '../../http/body.ts'
import type { HttpEnv } from '../../http/environment.ts'

/** Maximum size of a request body, in bytes. */
const MAX_BODY_BYTES = 1_048_576

/**
 * Returns the parsed JSON body of a request; the operation validates it. Also checks the permission that the
 * operation requires, because a missing permission (403) takes precedence over an invalid body (400).
 * @throws {AppError} errors of `authorize`; BAD_REQUEST for another content type or malformed JSON, and with status
 * 413 for a body of more than 1 MiB
 */
export async function jsonBody(context: Context<HttpEnv>, permission: Permission): Promise<unknown> {
  authorize(context.get('ctx'), permission)
  return readJson(context.env.incoming, MAX_BODY_BYTES)
}
