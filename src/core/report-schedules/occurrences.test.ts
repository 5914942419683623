import fc from 'fast-check'
import { expect, test } from 'vitest'
import { nextReportTime, previousReportTime, type ReportTimes } from './occurrences.ts'

const BERLIN: ReportTimes = {
  frequency: 'weekly',
  dayOfWeek: 1,
  dayOfMonth: 1,
  hour: 8,
  timezone: 'Europe/Berlin',
}

test.each<[string, Partial<ReportTimes>, string, string]>([
  ['in winter', {}, '2026-11-26T12:00:00Z', '2026-11-30T07:00:00.000Z'],
  ['in summer', {}, '2026-07-02T12:00:00Z', '2026-07-06T06:00:00.000Z'],
  ['a minute before', {}, '2026-11-30T06:59:00Z', '2026-11-30T07:00:00.000Z'],
  ['at the due time, a week later', {}, '2026-11-30T07:00:00Z', '2026-12-07T07:00:00.000Z'],
  ['on another day than in UTC', { hour: 0 }, '2026-11-27T00:00:00Z', '2026-11-29T23:00:00.000Z'],
  ['monthly', { frequency: 'monthly', dayOfMonth: 28 }, '2026-01-29T00:00:00Z', '2026-02-28T07:00:00.000Z'],
  ['in a skipped hour', { dayOfWeek: 0, hour: 2 }, '2026-03-28T00:00:00Z', '2026-03-29T01:00:00.000Z'],
  ['in a repeated hour', { dayOfWeek: 0, hour: 2 }, '2026-10-24T12:00:00Z', '2026-10-25T00:00:00.000Z'],
])('the next report time is right %s', (_, change, after, expected) => {
  expect(nextReportTime({ ...BERLIN, ...change }, new Date(after)).toISOString()).toBe(expected)
})

test('the time before the next one is the current one', () => {
  const times = fc.record<ReportTimes>({
    frequency: fc.constantFrom('weekly', 'monthly'),
    dayOfWeek: fc.integer({ min: 0, max: 6 }),
    dayOfMonth: fc.integer({ min: 1, max: 28 }),
    hour: fc.integer({ min: 0, max: 23 }),
    timezone: fc.constantFrom('UTC', 'Europe/Berlin', 'America/New_York', 'Pacific/Apia', 'Asia/Kathmandu'),
  })
  const date = fc.date({ min: new Date('2024-01-01'), max: new Date('2030-01-01'), noInvalidDate: true })
  fc.assert(
    fc.property(times, date, (schedule, after) => {
      const next = nextReportTime(schedule, after)
      const following = nextReportTime(schedule, next)
      expect(next.getTime()).toBeGreaterThan(after.getTime())
      expect(previousReportTime(schedule, following)).toEqual(next)
      expect(previousReportTime(schedule, next).getTime()).toBeLessThanOrEqual(after.getTime())
    }),
  )
})
