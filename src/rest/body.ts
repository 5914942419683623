import type { Context } from 'hono'
import { authorize, type Permission } from '../core/authorize.ts'
import { readJson } from '../http/body.ts'
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
  return readJson(context.env.incoming, LARGEST_BODY)
}
