import type { Schedule } from '../../generated/prisma/client.ts'
import { DEFAULT_WEEKLY_TIME, type WeeklyTime } from './next-run.ts'

/** The weekly schedule of a project as every surface shows it (contract §3 "Schedule"). */
export interface ScheduleRecord extends WeeklyTime {
  enabled: boolean
  timezone: 'UTC'
  /** Null while disabled. */
  nextRunAt: Date | null
}

/** The public part of a schedule; for a project that never had one, the one it would get, disabled. */
export function recordOf(schedule: Schedule | null): ScheduleRecord {
  if (!schedule) return { enabled: false, ...DEFAULT_WEEKLY_TIME, timezone: 'UTC', nextRunAt: null }
  const { enabled, dayOfWeek, hour, minute, nextRunAt } = schedule
  return { enabled, dayOfWeek, hour, minute, timezone: 'UTC', nextRunAt: enabled ? nextRunAt : null }
}
