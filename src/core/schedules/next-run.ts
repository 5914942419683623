/** A weekly time, in UTC. */
export interface WeeklyTime {
  /** 0 = Sunday … 6 = Saturday. */
  dayOfWeek: number
  hour: number
  minute: number
}

/** Monday 03:00 UTC (specification §3 "Weekly schedule"). */
export const DEFAULT_WEEKLY_TIME: WeeklyTime = { dayOfWeek: 1, hour: 3, minute: 0 }

/** The first moment of the weekly time that is later than `after`. */
export function nextWeeklyRun({ dayOfWeek, hour, minute }: WeeklyTime, after: Date): Date {
  const next = new Date(after)
  next.setUTCHours(hour, minute, 0, 0)
  next.setUTCDate(next.getUTCDate() + ((dayOfWeek - next.getUTCDay() + 7) % 7))
  if (next <= after) next.setUTCDate(next.getUTCDate() + 7)
  return next
}
