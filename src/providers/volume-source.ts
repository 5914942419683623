import type { Enumeration } from '../definitions/enumeration.ts'
import type { Countries } from './define-driver.ts'

/** How far an estimate can be trusted. */
export const VOLUME_CONFIDENCES = {
  low: 'A guess.',
  medium: 'Modelled from data about the keyword: its order of magnitude may be right.',
  high: 'Measured, or close to it.',
} as const satisfies Enumeration

/** What a figure is made from. */
export const VOLUME_METHODS = {
  ai_search_volume:
    'Modelled by DataForSEO from the related questions that Google shows for the keyword; no prompts were counted.',
  simulated: 'Made up.',
} as const satisfies Enumeration

/** Search volume of a keyword: an estimate, since prompts to language models are not published. */
export interface VolumeFigure {
  /** Queries per month, a whole number of at least 0. */
  monthlyVolume: number
  confidence: keyof typeof VOLUME_CONFIDENCES
  method: keyof typeof VOLUME_METHODS
  /** The month it is of, `YYYY-MM`; null where the source does not say. */
  asOf: string | null
}

/** Estimates how often a keyword is searched for in a country. */
export interface VolumeSource {
  /** Names the source and its method, such as `simulated`. */
  id: string
  /** Those that it has figures of; it is not asked about others. */
  countries: Countries
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
