import type { Enumeration } from '../../definitions/fields/enumeration.ts'
import type { Countries } from './registry.ts'

/** How far an estimate can be trusted. */
export const VOLUME_CONFIDENCES = {
  low: 'A guess.',
  medium: 'Modeled from data about the keyword. The order of magnitude may be right.',
  high: 'Measured, or close to it.',
} as const satisfies Enumeration

/** How a volume was obtained. */
export const VOLUME_METHODS = {
  ai_search_volume:
    'Modeled by DataForSEO from the related questions that Google shows for the keyword. Prompts were not counted.',
  simulated: 'Made up.',
} as const satisfies Enumeration

/** Estimated search volume of a keyword. Vendors of language models do not publish prompts. */
export interface VolumeFigure {
  /** Queries per month, a whole number of at least 0. */
  monthlyVolume: number
  confidence: keyof typeof VOLUME_CONFIDENCES
  method: keyof typeof VOLUME_METHODS
  /** Month of the data, `YYYY-MM`; null if the source does not say. */
  asOf: string | null
}

/** Estimates how often a keyword is searched for in a country. */
export interface VolumeSource {
  /** Identifies the source and its method, such as `simulated`. */
  id: string
  /** Countries with data. The source is not asked about others. */
  countries: Countries
  /**
   * Estimates the volume of a keyword.
   * @param question.country ISO 3166-1 alpha-2, upper case
   * @returns null if the source has no data for the keyword, which does not mean zero
   * @throws {VolumeError}
   */
  estimate(question: { keyword: string; country: string; signal: AbortSignal }): Promise<VolumeFigure | null>
}

/**
 * `failed`: the source failed or its response was not understood. `timeout`: it did not answer in time.
 * `unavailable`: it can be asked again later.
 */
export type VolumeErrorKind = 'failed' | 'timeout' | 'unavailable'

/** A failure of a source. The message is shown to users and contains no credentials. */
export class VolumeError extends Error {
  override readonly name = 'VolumeError'
  readonly kind: VolumeErrorKind
  /** Requested pause in milliseconds; null if the source did not request one. */
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
