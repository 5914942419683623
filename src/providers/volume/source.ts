/** What a source knows of a keyword. An estimate: nobody counts what people ask of language models. */
export interface VolumeFigure {
  /** Queries a month, whole and not negative. */
  monthlyVolume: number
  confidence: 'low' | 'medium' | 'high'
}

/** Tells how often a keyword is asked for in a country. */
export interface VolumeSource {
  /** Names the source and its method, such as `simulated`. */
  id: string
  /**
   * @param question.country ISO 3166-1 alpha-2, upper case
   * @returns null when the source has no figure for the keyword, which is not zero
   * @throws {VolumeError}
   */
  estimate(question: { keyword: string; country: string; signal: AbortSignal }): Promise<VolumeFigure | null>
}

/** `failed`: the source broke or was not understood; `timeout`: it did not answer; `unavailable`: not now, but later. */
export type VolumeErrorKind = 'failed' | 'timeout' | 'unavailable'

/** Why a source gave no answer; the message is for the caller, without credentials. */
export class VolumeError extends Error {
  override readonly name = 'VolumeError'
  readonly kind: VolumeErrorKind
  /** Milliseconds the source asked to wait, when it did. */
  readonly retryAfter: number | null

  constructor(
    kind: VolumeErrorKind,
    message: string,
    options: { retryAfter?: number; cause?: unknown } = {},
  ) {
    super(message, { cause: options.cause })
    this.kind = kind
    this.retryAfter = options.retryAfter ?? null
  }
}
