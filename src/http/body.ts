import type { IncomingMessage } from 'node:http'
import { AppError } from '../core/errors.ts'
import { HttpError } from './errors.ts'

/** At most this much of a body that is too large is drained, in bytes. */
const MAXIMUM_DRAINED = 64_000_000

/**
 * Reads the body of a request and counts its bytes, because Content-Length may be missing or wrong. The rest of a body that is
 * too large is drained before it is refused: closing the connection while the client still sends would lose the answer, and a
 * connection with unread bytes cannot be reused.
 * @throws {HttpError} 413 for more than `limit` bytes; 400 when the client closes the connection before the end
 */
export function readBody(incoming: IncomingMessage, limit: number): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    let size = 0
    const tooLarge = () => reject(new HttpError(413, `The body is larger than ${inWords(limit)}.`))
    const aborted = (cause?: Error) =>
      reject(new HttpError(400, 'The connection was closed before the end of the body.', { cause }))
    if (incoming.destroyed) aborted()
    incoming.on('data', (chunk: Buffer) => {
      size += chunk.length
      if (size <= limit) chunks.push(chunk)
      // Too long to drain: the server closes the connection after its response.
      else if (size > MAXIMUM_DRAINED) tooLarge()
    })
    incoming.on('end', () => {
      if (size > limit) tooLarge()
      else resolve(chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks))
    })
    incoming.on('error', aborted)
    // Emitted after every request; creating an error for a complete one would cost its stack trace.
    incoming.on('close', () => {
      if (!incoming.complete) aborted()
    })
  })
}

/**
 * The JSON of a request, not checked any further.
 * @throws {AppError} BAD_REQUEST for another content type and malformed JSON, and what {@link readBody} throws
 */
export async function readJson(incoming: IncomingMessage, limit: number): Promise<unknown> {
  const type = incoming.headers['content-type'] ?? ''
  if (!/^application\/json\s*(;\s*charset\s*=\s*"?utf-8"?\s*)?$/i.test(type)) {
    throw new AppError(
      'BAD_REQUEST',
      'The body must be JSON: send the header Content-Type: application/json.',
    )
  }
  const bytes = await readBody(incoming, limit)
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
  } catch (cause) {
    throw new AppError('BAD_REQUEST', 'The body is not valid JSON in UTF-8.', { cause })
  }
}

function inWords(bytes: number): string {
  return bytes % 1_000 === 0 ? `${bytes / 1_000} KB` : `${bytes} bytes`
}
