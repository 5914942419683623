/** Formatters for numbers and dates, in English. */

const NUMBER = new Intl.NumberFormat('en')
const DAY = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', timeZone: 'UTC' })
const DAY_OF_YEAR = new Intl.DateTimeFormat('en-GB', {
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  timeZone: 'UTC',
})
const TIME = new Intl.DateTimeFormat('en-GB', {
  day: 'numeric',
  month: 'short',
  hour: '2-digit',
  minute: '2-digit',
  timeZone: 'UTC',
})
const LANGUAGE = new Intl.DisplayNames('en', { type: 'language', fallback: 'code' })

/** Shown if there is no value. */
export const NO_VALUE = '–'

/** Formats an integer, such as `3,360`; a dash if it is null or still loading. */
export function number(value: number | null | undefined): string {
  return value === null || value === undefined ? NO_VALUE : NUMBER.format(value)
}

/** Formats a share 0…1 as `42 %` with a thin space; shares below 1 % as `<1 %`. */
export function percent(share: number | null | undefined): string {
  if (share === null || share === undefined) return NO_VALUE
  return `${wholePercent(share)}\u202f%`
}

/** Formats an interval of shares as `38–46`. */
export function percentRange(low: number | null | undefined, high: number | null | undefined): string {
  if (low === null || low === undefined || high === null || high === undefined) return ''
  return `${wholePercent(low)}–${wholePercent(high)}`
}

/** Formats a difference of shares in points with its sign, such as `+4` or `−3`. */
export function points(difference: number | null | undefined): string {
  if (difference === null || difference === undefined) return NO_VALUE
  return signed(Math.round(difference * 100))
}

/** Formats a number with decimals, one by default. */
export function decimal(value: number | null | undefined, digits = 1): string {
  return value === null || value === undefined ? NO_VALUE : value.toFixed(digits)
}

/** Formats a number with its sign, using a real minus character. */
export function signed(value: number, digits = 0): string {
  const size = Math.abs(value).toFixed(digits)
  return value > 0 ? `+${size}` : value < 0 ? `−${size}` : size
}

/** Formats a date as `16 Nov` in UTC, like the schedule; with the year if it is not the current one. */
export function day(time: string | null | undefined): string {
  if (!time) return NO_VALUE
  const date = new Date(time)
  return (date.getUTCFullYear() === new Date().getUTCFullYear() ? DAY : DAY_OF_YEAR).format(date)
}

/** Formats a time as `16 Nov, 03:12` in UTC. */
export function dayAndTime(time: string | null | undefined): string {
  return time ? `${TIME.format(new Date(time))} UTC` : NO_VALUE
}

/** Returns the name of a BCP 47 language tag. */
export function language(code: string): string {
  return LANGUAGE.of(code) ?? code
}

/** Formats an amount with its currency (ISO 4217), or as a number if the currency is unknown. */
export function money(amount: number, currency: string | null): string {
  if (currency === null) return number(amount)
  return new Intl.NumberFormat('en', { style: 'currency', currency }).format(amount)
}

/** Formats an amount in US dollars, with four decimals below one dollar. */
export function dollars(value: number | null | undefined): string {
  if (value === null || value === undefined) return NO_VALUE
  return `$${value.toFixed(value < 1 ? 4 : 2)}`
}

/** Formats a count with its noun: `1 answer`, `2 answers`. */
export function count(value: number, singular: string, plural = `${singular}s`): string {
  return `${number(value)} ${value === 1 ? singular : plural}`
}

/** Formats an ordinal: `1st`, `2nd`, `3rd`, `4th`. */
export function ordinal(value: number): string {
  const ending = { one: 'st', two: 'nd', few: 'rd', other: 'th', zero: 'th', many: 'th' }[
    ORDINAL.select(value)
  ]
  return `${value}${ending}`
}

const ORDINAL = new Intl.PluralRules('en', { type: 'ordinal' })

function wholePercent(share: number): string {
  const value = share * 100
  if (value > 0 && value < 1) return '<1'
  if (value < 100 && value > 99) return '>99'
  return String(Math.round(value))
}
