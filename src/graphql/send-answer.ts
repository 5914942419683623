import type { IncomingMessage, ServerResponse } from 'node:http'
import fresh from 'fresh'
import { codingFor, encode } from '../http/content-coding.ts'
import type { ReusableBody } from './reusable-body.ts'

/** Answers of at most this size, in bytes, are not compressed: they fit into one packet. */
const SMALL = 1_000

/** Characters from which on a text is converted to bytes before it is written: Node.js then copies it once less. */
const LONG_TEXT = 16_000

/** An answer to a GraphQL request over HTTP. By GET, a client may revalidate a reusable body by its entity tag. */
export interface Answer {
  status: number
  contentType: string
  body: string | ReusableBody
  headers?: Readonly<Record<string, string>>
}

/** Sends an answer, compressed if it is large and the client accepts that, or 304 if the client has it already. */
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
    // Not its Cache-Control: `fetch` adds no-cache to every request that has If-None-Match.
    if (fresh({ 'if-none-match': incoming.headers['if-none-match'] }, { etag })) {
      outgoing.writeHead(304)
      outgoing.end()
      return
    }
  } else outgoing.setHeader('Vary', 'Accept, Accept-Encoding')
  const isLarge = (typeof body === 'string' ? body : body.bytes).length > SMALL
  const coding = isLarge ? codingFor(incoming) : null
  if (coding) {
    const encoded = await (typeof body === 'string'
      ? encode(Buffer.from(body), coding)
      : body.encoded(coding))
    write(outgoing, status, { 'Content-Type': contentType, 'Content-Encoding': coding }, encoded)
  } else write(outgoing, status, { 'Content-Type': contentType }, plain(body))
}

/** A short text is left as it is, since Node.js writes it in one piece with the headers. */
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
  // The client may have gone, or taken too long, while the answer was made.
  if (outgoing.headersSent || outgoing.destroyed) return
  outgoing.writeHead(status, { ...headers, 'Content-Length': Buffer.byteLength(body) })
  outgoing.end(body)
}
