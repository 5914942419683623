/** `refused`: the target is not allowed; `timeout`, `too_large`: a limit of the call; `network`: anything else. */
export type OutboundErrorKind = 'refused' | 'timeout' | 'too_large' | 'network'

/** Why a request to an address that somebody named came to nothing. The message names no private address. */
export class OutboundError extends Error {
  override readonly name = 'OutboundError'
  readonly kind: OutboundErrorKind

  constructor(kind: OutboundErrorKind, message: string, options: { cause?: unknown } = {}) {
    super(message, options)
    this.kind = kind
  }
}
