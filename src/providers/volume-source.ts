import type { Enumeration } from '../definitions/enumeration.ts'
/** How far an estimate can be trusted. */
export const VOLUME_CONFIDENCES = {
  low: 'A guess.',
  medium: 'Its order of magnitude is right.',
  high: 'Measured, or close to it.',
} as const satisfies Enumeration

/** Search volume of a keyword: an estimate, since prompts to language models are not published. */
export interface VolumeFigure {
  /** Queries per month, a whole number of at least 0. */
  monthlyVolume: number
  confidence: keyof typeof VOLUME_CONFIDENCES
}

/** Estimates how often a keyword is searched for in a country. */
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

/** `failed`: the source failed or its response was not understood; `timeout`: it did not answer in time; `unavailable`: it can be asked later. */
export type VolumeErrorKind = 'failed' | 'timeout' | 'unavailable'

/** A failure of a source; the message is for users and contains no credentials. */
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
