/** `refused`: the target is not allowed; `timeout`, `too_large`: a limit of the call; `network`: anything else. */
export type OutboundErrorKind = 'refused' | 'timeout' | 'too_large' | 'network'

/** A failed request to an address that a caller gave. The message does not contain resolved addresses. */
export class OutboundError extends Error {
  override readonly name = 'OutboundError'
  readonly kind: OutboundErrorKind

  constructor(kind: OutboundErrorKind, message: string, options: { cause?: unknown } = {}) {
    super(message, options)
    this.kind = kind
  }
}
