import type { Context } from 'hono'
import { authorize, type Permission } from '../core/authorize.ts'
import { AppError } from '../core/errors.ts'
import type { RestEnv } from './context.ts'

/** Largest request body, in bytes. */
const LARGEST_BODY = 1_048_576
/** Bytes of a body that is refused which are read and forgotten first: a connection closed while its client sends takes the answer with it. */
const MOST_DRAINED = 64_000_000

/**
 * The JSON of a request, not checked any further: the verb does that. The permission is the verb's own, asked for here
 * too because a wrong scope is told before a broken body (contract §3 "Order of checks").
 * @throws {AppError} what authorize throws; BAD_REQUEST for another content type, too large a body, and malformed JSON
 */
export async function jsonBody(context: Context<RestEnv>, permission: Permission): Promise<unknown> {
  authorize(context.get('ctx'), permission)
  const type = context.req.header('Content-Type') ?? ''
  if (!/^application\/json\s*(;\s*charset\s*=\s*"?utf-8"?\s*)?$/i.test(type)) {
    throw badBody('The body must be JSON: send the header Content-Type: application/json.')
  }
  const bytes = await readAtMost(context.req.raw, LARGEST_BODY)
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
  } catch (cause) {
    throw badBody('The body is not valid JSON in UTF-8.', cause)
  }
}

/** Counts while reading: a length may be missing, or a lie. */
async function readAtMost(request: Request, limit: number): Promise<Buffer> {
  const chunks: Uint8Array[] = []
  let size = 0
  try {
    for await (const chunk of request.body ?? []) {
      size += chunk.byteLength
      if (size > MOST_DRAINED) break
      if (size <= limit) chunks.push(chunk)
    }
  } catch (cause) {
    throw badBody('The body broke off.', cause)
  }
  if (size > limit) throw tooLarge(limit)
  return Buffer.concat(chunks)
}

function tooLarge(limit: number): AppError {
  return badBody(`The body is larger than ${limit} bytes.`)
}

function badBody(message: string, cause?: unknown): AppError {
  return new AppError('BAD_REQUEST', message, { cause })
}
