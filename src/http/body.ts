import type { IncomingMessage } from 'node:http'
import { AppError } from '../core/foundation/errors.ts'
import { HttpError } from './errors.ts'
import type { Exchange } from './exchange.ts'

/** Maximum number of bytes to drain from a body that is too large. */
const MAX_DRAINED = 64_000_000

/**
 * Reads the body of a request. It counts the received bytes, because Content-Length may be missing or wrong. A body that is
 * too large is drained before it is rejected: if the server closed the connection while the client is sending, the client
 * would not receive the response, and a connection with unread bytes cannot be reused.
 * A request whose body has not arrived yet gives its turn back in the meantime.
 * @throws {AppError} SERVICE_UNAVAILABLE if the process is overloaded
 * @throws {HttpError} 413 for more than `limit` bytes; 400 if the client disconnects before the end of the body
 */
export async function readBody(incoming: RequestWithTurn, limit: number): Promise<Buffer> {
  if (incoming.complete) return receiveBody(incoming, limit)
  // A slow client must not keep the turn of others.
  const turn = incoming.exchange?.turn
  turn?.end()
  const body = await receiveBody(incoming, limit)
  await turn?.take()
  return body
}

/** A request of the gateway. */
type RequestWithTurn = IncomingMessage & { exchange?: Pick<Exchange, 'turn'> }

function receiveBody(incoming: IncomingMessage, limit: number): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    let size = 0
    const tooLarge = () => reject(new HttpError(413, `The body is larger than ${formatSize(limit)}.`))
    const aborted = (cause?: Error) =>
      reject(new HttpError(400, 'The connection was closed before the end of the body.', { cause }))
    if (incoming.destroyed) aborted()
    incoming.on('data', (chunk: Buffer) => {
      size += chunk.length
      if (size <= limit) chunks.push(chunk)
      // Too large to drain. The server closes the connection after the response.
      else if (size > MAX_DRAINED) tooLarge()
    })
    incoming.on('end', () => {
      if (size > limit) tooLarge()
      else resolve(chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks))
    })
    incoming.on('error', aborted)
    // This event also follows complete requests, for which creating an error with a stack trace would waste time.
    incoming.on('close', () => {
      if (!incoming.complete) aborted()
    })
  })
}

/**
 * Parses the body of a request as JSON without validating its contents.
 * @throws {AppError} BAD_REQUEST for another content type or malformed JSON, and the errors of {@link readBody}
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

function formatSize(bytes: number): string {
  if (bytes % 1_048_576 === 0) return `${bytes / 1_048_576} MiB`
  return bytes % 1_000 === 0 ? `${bytes / 1_000} KB` : `${bytes} bytes`
}
