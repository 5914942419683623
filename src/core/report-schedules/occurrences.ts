import type { ReportFrequency } from '../../generated/prisma/enums.ts'

/** Times at which a report is due. */
export interface ReportTimes {
  frequency: ReportFrequency
  dayOfWeek: number
  /** 1–28, so that every month has it. */
  dayOfMonth: number
  hour: number
  /** IANA time zone. */
  timezone: string
}

const DAY = 86_400_000

/**
 * Returns the first due time later than `after`. If the hour does not exist on that day because clocks move forward, the report
 * is due an hour later. If it exists twice, it is due at the first.
 */
export function nextReportTime(times: ReportTimes, after: Date): Date {
  return findReportTime(times, after, 1)
}

/** Returns the last due time earlier than `before`, which is the start of the period of a report. */
export function previousReportTime(times: ReportTimes, before: Date): Date {
  return findReportTime(times, before, -1)
}

/** Number of days in which every frequency is due at least once. */
const MAX_DAYS = 33

function findReportTime(times: ReportTimes, from: Date, direction: 1 | -1): Date {
  const { frequency, dayOfWeek, dayOfMonth, hour, timezone } = times
  const local = new Date(from.getTime() + offsetAt(timezone, from.getTime()))
  const today = Date.UTC(local.getUTCFullYear(), local.getUTCMonth(), local.getUTCDate())
  for (let days = 0; days <= MAX_DAYS; days += 1) {
    const date = new Date(today + direction * days * DAY)
    const isDue = frequency === 'weekly' ? date.getUTCDay() === dayOfWeek : date.getUTCDate() === dayOfMonth
    if (!isDue) continue
    const time = toInstant(date.getTime() + hour * 3_600_000, timezone)
    if (direction * (time - from.getTime()) > 0) return new Date(time)
  }
  throw new Error(`no due time within ${MAX_DAYS} days`)
}

/** Converts a local time, in milliseconds as if it was UTC, to Unix milliseconds. */
function toInstant(local: number, timezone: string): number {
  // The offsets a day before and after include both offsets of a day on which clocks change.
  const [earlier, later] = [local - offsetAt(timezone, local - DAY), local - offsetAt(timezone, local + DAY)]
  const exact = [earlier, later].find((time) => time + offsetAt(timezone, time) === local)
  return exact ?? Math.max(earlier, later)
}

/** Returns the offset of a time zone from UTC in milliseconds. */
function offsetAt(timezone: string, time: number): number {
  const parts = new Intl.DateTimeFormat('en-US', {
    timeZone: timezone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  }).formatToParts(time)
  const part = (type: Intl.DateTimeFormatPartTypes) =>
    Number(parts.find((candidate) => candidate.type === type)?.value)
  const local = Date.UTC(
    part('year'),
    part('month') - 1,
    part('day'),
    part('hour'),
    part('minute'),
    part('second'),
  )
  return local - Math.floor(time / 1_000) * 1_000
}
