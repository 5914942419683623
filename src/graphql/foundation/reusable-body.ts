import { createHash } from 'node:crypto'
import { type ContentCoding, encode } from '../../http/content-coding.ts'

/** A serialized response that is sent repeatedly. Its compressed forms and its entity tag are created only once. */
export class ReusableBody {
  readonly bytes: Buffer
  readonly #encoded: Partial<Record<ContentCoding, Promise<Buffer>>> = {}
  #etag: string | null = null

  constructor(json: string) {
    this.bytes = Buffer.from(json)
  }

  /** Weak entity tag, because all content codings share it (RFC 9110, section 8.8.1). */
  get etag(): string {
    this.#etag ??= `W/"${createHash('sha256').update(this.bytes).digest('base64url').slice(0, 22)}"`
    return this.#etag
  }

  /** Returns the body in a content coding. It is compressed on the first call. */
  encoded(coding: ContentCoding): Promise<Buffer> {
    this.#encoded[coding] ??= encode(this.bytes, coding)
    return this.#encoded[coding]
  }
}
