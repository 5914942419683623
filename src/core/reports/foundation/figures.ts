import type { EntityFigures, Rate } from '../../../metrics/definitions.ts'

// Formats figures for people. A missing value is a dash.

/** Shown for a missing value. */
export const NO_VALUE = '–'

/** Formats a share in percent with its 95 % interval and its counts: `41 % (36–46), 57 of 140`. */
export function rateInFull(rate: Rate): string {
  const { value, numerator, denominator } = rate
  return value === null ? NO_VALUE : `${rateWithInterval(rate)}, ${numerator} of ${denominator}`
}

/** Formats a share in percent with its 95 % interval: `41 % (36–46)`. */
export function rateWithInterval({ value, low, high }: Rate): string {
  if (value === null) return NO_VALUE
  return low === null || high === null
    ? percent(value)
    : `${percent(value)} (${Math.round(low * 100)}–${Math.round(high * 100)})`
}

/**
 * Formats a share in whole percent. Tiny shares are `<1 %` rather than 0 %, and shares just below 1 are `>99 %` rather
 * than 100 %.
 */
export function percent(share: number): string {
  if (share < 1 && share >= 0.995) return '>99 %'
  return share > 0 && share < 0.005 ? '<1 %' : `${Math.round(share * 100)} %`
}

/** Formats a difference of shares in percentage points with one decimal, like the MCP tools: `+6.2`, `−3.0`, `0.0`. */
export function points(difference: number): string {
  return signed(difference * 100, 1)
}

/** Formats a number with its sign: `+0.31`, `−0.05`, `0.00`. */
export function signed(value: number | null, digits: number): string {
  if (value === null) return NO_VALUE
  const text = Math.abs(value).toFixed(digits)
  if (Number(text) === 0) return text
  return value > 0 ? `+${text}` : `−${text}`
}

type Positioned = Pick<EntityFigures, 'averagePosition' | 'positionMean'>

/** Formats a mean position with its 95 % interval: `1.7 (1.4–2.1)`. */
export function position({ averagePosition, positionMean: { low, high } }: Positioned): string {
  if (averagePosition === null) return NO_VALUE
  return low === null || high === null
    ? averagePosition.toFixed(1)
    : `${averagePosition.toFixed(1)} (${low.toFixed(1)}–${high.toFixed(1)})`
}

/** Formats a sentiment with its 95 % interval: `+0.31 (+0.22 to +0.40)`. */
export function sentiment({
  sentiment: value,
  sentimentMean: { low, high },
}: Pick<EntityFigures, 'sentiment' | 'sentimentMean'>): string {
  return low === null || high === null
    ? signed(value, 2)
    : `${signed(value, 2)} (${signed(low, 2)} to ${signed(high, 2)})`
}

/** Formats a count, optionally with a noun: `1 answer`, `1,200 answers`, `1,200`. */
export function counted(count: number, noun = '', plural = noun && `${noun}s`): string {
  return `${count.toLocaleString('en')} ${count === 1 ? noun : plural}`.trimEnd()
}

/** Formats a day in UTC: `16 November 2026`. */
export function day(date: Date): string {
  return DAY.format(date)
}

/** Formats a minute in UTC: `16 November 2026, 03:12 UTC`. */
export function minute(date: Date): string {
  return `${day(date)}, ${date.toISOString().slice(11, 16)} UTC`
}

const DAY = new Intl.DateTimeFormat('en-GB', {
  day: 'numeric',
  month: 'long',
  year: 'numeric',
  timeZone: 'UTC',
})
