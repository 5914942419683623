/** How figures are written: in English, with tabular numerals; shares in percent with a thin space. */

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
const COUNTRY = new Intl.DisplayNames('en', { type: 'region', fallback: 'code' })
const LANGUAGE = new Intl.DisplayNames('en', { type: 'language', fallback: 'code' })

/** What stands where there is no value. */
export const NO_VALUE = '–'

/** `3,360`; the dash for null and for what is still being read. */
export function number(value: number | null | undefined): string {
  return value === null || value === undefined ? NO_VALUE : NUMBER.format(value)
}

/** A share 0…1 as `42 %`; below 1 % and not 0 as `<1 %`. */
export function percent(share: number | null | undefined): string {
  if (share === null || share === undefined) return NO_VALUE
  return `${wholePercent(share)}\u2009%`
}

/** An interval of shares as `38–46`. */
export function percentRange(low: number | null | undefined, high: number | null | undefined): string {
  if (low === null || low === undefined || high === null || high === undefined) return ''
  return `${wholePercent(low)}–${wholePercent(high)}`
}

/** A difference of shares in points with its sign, such as `+4` or `−3`. */
export function points(difference: number | null | undefined): string {
  if (difference === null || difference === undefined) return NO_VALUE
  return signed(Math.round(difference * 100))
}

/** A number with one decimal, such as a position. */
export function decimal(value: number | null | undefined, digits = 1): string {
  return value === null || value === undefined ? NO_VALUE : value.toFixed(digits)
}

/** A number with its sign, the minus as a character of its own. */
export function signed(value: number, digits = 0): string {
  const size = Math.abs(value).toFixed(digits)
  return value > 0 ? `+${size}` : value < 0 ? `−${size}` : size
}

/** `16 Nov`, in UTC as runs are scheduled; with the year when it is not this one. */
export function day(time: string | null | undefined): string {
  if (!time) return NO_VALUE
  const date = new Date(time)
  return (date.getUTCFullYear() === new Date().getUTCFullYear() ? DAY : DAY_OF_YEAR).format(date)
}

/** `16 Nov, 03:12` in UTC. */
export function dayAndTime(time: string | null | undefined): string {
  return time ? `${TIME.format(new Date(time))} UTC` : NO_VALUE
}

/** The name of a country by its ISO 3166 code; what is no code is returned as it is. */
export function country(code: string): string {
  return /^[A-Za-z]{2}$/.test(code) ? (COUNTRY.of(code) ?? code) : code
}

/** The name of a language by the subtag that BCP 47 has for it. */
export function language(code: string): string {
  return LANGUAGE.of(code) ?? code
}

/** US dollars. */
export function dollars(value: number | null | undefined): string {
  if (value === null || value === undefined) return NO_VALUE
  return `$${value.toFixed(value < 1 ? 4 : 2)}`
}

/** `1 answer`, `2 answers`. */
export function count(value: number, one: string, many = `${one}s`): string {
  return `${number(value)} ${value === 1 ? one : many}`
}

/** `1st`, `2nd`, `3rd`, `4th`. */
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
