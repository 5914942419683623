import type { IncomingMessage } from 'node:http'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import Negotiator from 'negotiator'

/** Content codings for responses, best first. */
const CODINGS = ['br', 'gzip'] as const
export type ContentCoding = (typeof CODINGS)[number]

const COMPRESS: Record<ContentCoding, (body: Buffer) => Promise<Buffer>> = {
  // Quality 4 is as fast as gzip and compresses better.
  br: (body) => promisify(brotliCompress)(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } }),
  gzip: (body) => promisify(gzip)(body),
}

/** Compresses a body. */
export function encode(body: Buffer, coding: ContentCoding): Promise<Buffer> {
  return COMPRESS[coding](body)
}

/**
 * Chooses a content coding by the client's Accept-Encoding (RFC 9110, section 12.5.3), and by our order if the client has no
 * preference. Returns null if the client wants the body uncompressed.
 */
export function chooseCoding(incoming: IncomingMessage): ContentCoding | null {
  // The published types lack the second parameter.
  const negotiator: Negotiated = new Negotiator(incoming)
  const best = negotiator.encoding([...CODINGS, 'identity'], { preferred: CODINGS })
  return CODINGS.find((coding) => coding === best) ?? null
}

interface Negotiated {
  encoding(available: readonly string[], options: { preferred: readonly string[] }): string | undefined
}
