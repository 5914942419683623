import type { IncomingMessage } from 'node:http'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import Negotiator from 'negotiator'

/** Content codings in which answers are sent, the preferred first. */
const CODINGS = ['br', 'gzip'] as const
export type ContentCoding = (typeof CODINGS)[number]

const COMPRESS: Record<ContentCoding, (body: Buffer) => Promise<Buffer>> = {
  // Quality 4: as fast as gzip, and smaller.
  br: (body) => promisify(brotliCompress)(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } }),
  gzip: (body) => promisify(gzip)(body),
}

/** A body in a content coding. */
export function encode(body: Buffer, coding: ContentCoding): Promise<Buffer> {
  return COMPRESS[coding](body)
}

/**
 * The content coding that a client likes best by its Accept-Encoding (RFC 9110, section 12.5.3), ours where it likes several
 * alike; null when it wants the body as it is.
 */
export function codingFor(incoming: IncomingMessage): ContentCoding | null {
  // The published types do not know the second argument yet.
  const negotiator: Negotiated = new Negotiator(incoming)
  const best = negotiator.encoding([...CODINGS, 'identity'], { preferred: CODINGS })
  return CODINGS.find((coding) => coding === best) ?? null
}

interface Negotiated {
  encoding(available: readonly string[], options: { preferred: readonly string[] }): string | undefined
}
