import type { EntityFigures, Rate } from '../../metrics/definitions.ts'

/** Shown for a missing value. */
export const NO_VALUE = '–'

/** Language and time zone of the reader of a report. */
export interface Reader {
  /** BCP 47 language tag, such as `de-DE`. It determines how numbers and dates are written. The words are English. */
  locale: string
  /** IANA time zone, such as `Europe/Berlin`. */
  timeZone: string
}

/** Reader of reports that have no particular recipient. */
export const DEFAULT_READER: Reader = { locale: 'en-GB', timeZone: 'UTC' }

/** Formats figures of a report for its reader. */
export type Figures = ReturnType<typeof createFigures>

type Positioned = Pick<EntityFigures, 'averagePosition' | 'positionMean'>

/** Creates the formats of a reader. A missing value is a dash. The comments show the formats of {@link DEFAULT_READER}. */
export function createFigures({ locale, timeZone }: Reader) {
  const whole = new Intl.NumberFormat(locale, { maximumFractionDigits: 0 })
  const decimals = [0, 1, 2].map(
    (digits) =>
      new Intl.NumberFormat(locale, { minimumFractionDigits: digits, maximumFractionDigits: digits }),
  )
  const days = new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'long', year: 'numeric', timeZone })
  const minutes = new Intl.DateTimeFormat(locale, {
    hour: '2-digit',
    minute: '2-digit',
    timeZone,
    timeZoneName: 'short',
  })

  /** Formats a number with one or two decimals. */
  const fixed = (value: number, digits: 1 | 2) => decimals[digits]?.format(value) ?? value.toFixed(digits)

  /**
   * Formats a share in whole percent. Tiny shares are `<1 %` rather than 0 %, and shares just below 1 are `>99 %` rather
   * than 100 %.
   */
  const percent = (share: number): string => {
    if (share < 1 && share >= 0.995) return `>${whole.format(99)} %`
    return share > 0 && share < 0.005 ? `<${whole.format(1)} %` : `${whole.format(share * 100)} %`
  }

  /** Formats a share in percent with its 95 % interval: `41 % (36–46)`. */
  const rateWithInterval = ({ value, low, high }: Rate): string => {
    if (value === null) return NO_VALUE
    return low === null || high === null
      ? percent(value)
      : `${percent(value)} (${whole.format(low * 100)}–${whole.format(high * 100)})`
  }

  /** Formats a number with its sign: `+0.31`, `−0.05`, `0.00`. */
  const signed = (value: number | null, digits: 1 | 2): string => {
    if (value === null) return NO_VALUE
    const size = Math.abs(value)
    const text = fixed(size, digits)
    if (Number(size.toFixed(digits)) === 0) return text
    return value > 0 ? `+${text}` : `−${text}`
  }

  /** Formats a day: `16 November 2026`. */
  const day = (date: Date): string => days.format(date)

  return {
    percent,
    rateWithInterval,
    signed,
    day,

    /** Formats a share in percent with its 95 % interval and its counts: `41 % (36–46), 57 of 140`. */
    rateInFull(rate: Rate): string {
      const { value, numerator, denominator } = rate
      return value === null
        ? NO_VALUE
        : `${rateWithInterval(rate)}, ${whole.format(numerator)} of ${whole.format(denominator)}`
    },

    /** Formats a difference of shares in percentage points with one decimal, like the MCP tools: `+6.2`, `−3.0`, `0.0`. */
    points: (difference: number): string => signed(difference * 100, 1),

    /** Formats a mean position with its 95 % interval: `1.7 (1.4–2.1)`. */
    position({ averagePosition, positionMean: { low, high } }: Positioned): string {
      if (averagePosition === null) return NO_VALUE
      return low === null || high === null
        ? fixed(averagePosition, 1)
        : `${fixed(averagePosition, 1)} (${fixed(low, 1)}–${fixed(high, 1)})`
    },

    /** Formats a sentiment with its 95 % interval: `+0.31 (+0.22 to +0.40)`. */
    sentiment({
      sentiment: value,
      sentimentMean: { low, high },
    }: Pick<EntityFigures, 'sentiment' | 'sentimentMean'>): string {
      return low === null || high === null
        ? signed(value, 2)
        : `${signed(value, 2)} (${signed(low, 2)} to ${signed(high, 2)})`
    },

    /** Formats a count, optionally with a noun: `1 answer`, `1,200 answers`, `1,200`. */
    counted: (count: number, noun = '', plural = noun && `${noun}s`): string =>
      `${whole.format(count)} ${count === 1 ? noun : plural}`.trimEnd(),

    /** Formats a minute: `16 November 2026, 03:12 UTC`. */
    minute: (date: Date): string => `${day(date)}, ${minutes.format(date)}`,
  }
}
