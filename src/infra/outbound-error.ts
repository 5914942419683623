/** `refused`: the target is not allowed; `timeout`, `too_large`: the call exceeded a limit; `network`: any other failure. */
export type OutboundErrorKind = 'refused' | 'timeout' | 'too_large' | 'network'

/** A failed request to a URL from a user. The message does not contain resolved addresses. */
export class OutboundError extends Error {
  override readonly name = 'OutboundError'
  readonly kind: OutboundErrorKind

  constructor(kind: OutboundErrorKind, message: string, options: { cause?: unknown } = {}) {
    super(message, options)
    this.kind = kind
  }
}
