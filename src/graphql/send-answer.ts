import type { IncomingMessage, ServerResponse } from 'node:http'
import fresh from 'fresh'
import { chooseCoding, encode } from '../http/content-coding.ts'
import type { ReusableBody } from './foundation/reusable-body.ts'

/** Maximum size of an uncompressed response, in bytes; such responses fit into one packet. */
const MAX_UNCOMPRESSED_BYTES = 1_000

/** Number of characters above which a text is converted to bytes before writing, which saves Node.js a copy. */
const LONG_TEXT = 16_000

/** A response to a GraphQL request over HTTP. With GET, clients can revalidate a reusable body by its entity tag. */
export interface Answer {
  status: number
  contentType: string
  body: string | ReusableBody
  headers?: Readonly<Record<string, string>>
}

/**
 * Sends a response. Large responses are compressed if the client accepts it. Sends 304 if the client's copy is up to
 * date.
 */
export async function sendAnswer(
  { incoming, outgoing }: { incoming: IncomingMessage; outgoing: ServerResponse },
  { status, contentType, body, headers = {} }: Answer,
): Promise<void> {
  for (const [name, value] of Object.entries(headers)) outgoing.setHeader(name, value)
  if (typeof body !== 'string' && incoming.method === 'GET') {
    const { etag } = body
    outgoing.setHeader('ETag', etag)
    outgoing.setHeader('Cache-Control', 'private, no-cache')
    outgoing.setHeader('Vary', 'Authorization, Cookie, X-Organization, Accept, Accept-Encoding')
    // Ignore the request's Cache-Control: `fetch` adds no-cache to every request with If-None-Match.
    if (fresh({ 'if-none-match': incoming.headers['if-none-match'] }, { etag })) {
      outgoing.writeHead(304)
      outgoing.end()
      return
    }
  } else outgoing.setHeader('Vary', 'Accept, Accept-Encoding')
  const isLarge = (typeof body === 'string' ? body : body.bytes).length > MAX_UNCOMPRESSED_BYTES
  const coding = isLarge ? chooseCoding(incoming) : null
  if (coding) {
    const encoded = await (typeof body === 'string'
      ? encode(Buffer.from(body), coding)
      : body.encoded(coding))
    write(outgoing, status, { 'Content-Type': contentType, 'Content-Encoding': coding }, encoded)
  } else write(outgoing, status, { 'Content-Type': contentType }, plain(body))
}

/**
 * Converts long texts to bytes. Short texts are not converted, because Node.js writes them together with the headers.
 */
function plain(body: string | ReusableBody): string | Buffer {
  if (typeof body !== 'string') return body.bytes
  return body.length > LONG_TEXT ? Buffer.from(body) : body
}

function write(
  outgoing: ServerResponse,
  status: number,
  headers: Record<string, string>,
  body: string | Buffer,
): void {
  // The client may have disconnected or timed out in the meantime.
  if (outgoing.headersSent || outgoing.destroyed) return
  outgoing.writeHead(status, { ...headers, 'Content-Length': Buffer.byteLength(body) })
  outgoing.end(body)
}
