import fc from 'fast-check'
import { expect, it } from 'vitest'
import { DEFAULT_WEEKLY_TIME, nextWeeklyRun } from './next-run.ts'

const moment = fc.date({ min: new Date('2000-01-01'), max: new Date('2100-01-01'), noInvalidDate: true })
const time = fc.record({
  dayOfWeek: fc.integer({ min: 0, max: 6 }),
  hour: fc.integer({ min: 0, max: 23 }),
  minute: fc.integer({ min: 0, max: 59 }),
})

it('the next run is at the weekly time, after now and within a week', () => {
  fc.assert(
    fc.property(moment, time, (now, weekly) => {
      const next = nextWeeklyRun(weekly, now)
      expect(next.getTime()).toBeGreaterThan(now.getTime())
      expect(next.getTime() - now.getTime()).toBeLessThanOrEqual(7 * 24 * 3_600_000)
      expect([next.getUTCDay(), next.getUTCHours(), next.getUTCMinutes()]).toEqual([
        weekly.dayOfWeek,
        weekly.hour,
        weekly.minute,
      ])
    }),
  )
})

it('the default schedule is Monday 03:00 UTC', () => {
  expect(nextWeeklyRun(DEFAULT_WEEKLY_TIME, new Date('2026-11-21T12:00:00Z'))).toEqual(
    new Date('2026-11-23T03:00:00Z'),
  )
})
