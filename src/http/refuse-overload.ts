import type { IncomingMessage, ServerResponse } from 'node:http'
import type { AppError } from '../core/foundation/errors.ts'
import { httpStatus, toErrorEnvelope } from './errors.ts'

/** Formats an error response of a surface whose errors differ from REST. */
export type FormatError = (
  error: AppError,
  incoming: IncomingMessage,
) => { contentType: string; body: string }

const formatForRest: FormatError = (error) => ({
  contentType: 'application/json',
  body: JSON.stringify(toErrorEnvelope(error)),
})

/**
 * Refuses a request of an overloaded process. It takes as little CPU time as possible, because there may be thousands per
 * second: the body is not parsed, the credentials are not looked up, and there is no line in the access log.
 * @param formats formats by path
 */
export function refuseOverload(
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  { error, formats }: { error: AppError; formats: Readonly<Record<string, FormatError>> },
): void {
  if (outgoing.headersSent || outgoing.destroyed) return
  const [path = ''] = (incoming.url ?? '').split('?', 1)
  const { contentType, body } = (formats[path] ?? formatForRest)(error, incoming)
  outgoing.writeHead(httpStatus(error), {
    'Content-Type': contentType,
    'Content-Length': Buffer.byteLength(body),
    'Retry-After': error.retryAfter ?? 1,
    // Pages of any origin may use these surfaces with a key, and need to read when to try again.
    ...(path !== '/mcp' && {
      'Access-Control-Allow-Origin': '*',
      'Access-Control-Expose-Headers': 'Retry-After',
    }),
  })
  outgoing.end(body)
}
