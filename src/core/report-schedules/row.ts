import { z } from 'zod'
import type { ReportDelivery, ReportSchedule } from '../../generated/prisma/client.ts'
import type { ReportDeliveryRecord, ReportScheduleRecord } from './definition.ts'

const recipientsSchema = z.array(
  z.object({ email: z.string(), locale: z.string().nullable(), timezone: z.string().nullable() }),
)

/** A stored recipient. A null locale or time zone means the one of the schedule. */
export type StoredRecipient = z.output<typeof recipientsSchema>[number]

/** Returns the recipients of a schedule. */
export function recipientsOf({ recipients }: Pick<ReportSchedule, 'recipients'>): StoredRecipient[] {
  return recipientsSchema.parse(recipients)
}

/** Schedule of projects that have none: Mondays at 08:00 UTC, disabled. */
export const DEFAULT_SCHEDULE = {
  enabled: false,
  frequency: 'weekly',
  dayOfWeek: 1,
  dayOfMonth: 1,
  hour: 8,
  timezone: 'UTC',
  locale: 'en-GB',
  includeMembers: true,
  recipients: [],
  nextReportAt: null,
} as const satisfies Omit<ReportSchedule, 'projectId' | 'updatedAt'>

/** Returns the public fields of a schedule; of the default schedule for a project without one. */
export function toReportScheduleRecord(
  schedule: ReportSchedule | null,
  { unsubscribed, canSend }: { unsubscribed: readonly string[]; canSend: boolean },
): ReportScheduleRecord {
  const stored = schedule ?? DEFAULT_SCHEDULE
  const { enabled, frequency, dayOfWeek, dayOfMonth, hour, timezone, locale, includeMembers } = stored
  return {
    enabled,
    frequency,
    dayOfWeek,
    dayOfMonth,
    hour,
    timezone,
    locale,
    includeMembers,
    recipients: recipientsOf(stored).map((recipient) => ({
      ...recipient,
      unsubscribed: unsubscribed.includes(recipient.email),
    })),
    nextReportAt: enabled ? stored.nextReportAt : null,
    canSend,
  }
}

/** Returns the public fields of a delivery. */
export function toReportDeliveryRecord(delivery: ReportDelivery): ReportDeliveryRecord {
  const { id, email, batchId, periodStart, dueAt, test, status, attempts, error, sentAt } = delivery
  return { id, email, runId: batchId, periodStart, periodEnd: dueAt, test, status, attempts, error, sentAt }
}
