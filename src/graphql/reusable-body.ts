import { createHash } from 'node:crypto'
import { type ContentCoding, encode } from '../http/content-coding.ts'

/** A serialised answer that is sent again: its compressed forms and its entity tag are made once. */
export class ReusableBody {
  readonly bytes: Buffer
  readonly #encoded: Partial<Record<ContentCoding, Promise<Buffer>>> = {}
  #etag: string | null = null

  constructor(json: string) {
    this.bytes = Buffer.from(json)
  }

  /** Weak, for it is the same for all content codings (RFC 9110, section 8.8.1). */
  get etag(): string {
    this.#etag ??= `W/"${createHash('sha256').update(this.bytes).digest('base64url').slice(0, 22)}"`
    return this.#etag
  }

  /** The body in a content coding, compressed when it is first asked for. */
  encoded(coding: ContentCoding): Promise<Buffer> {
    this.#encoded[coding] ??= encode(this.bytes, coding)
    return this.#encoded[coding]
  }
}
