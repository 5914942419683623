import { z } from 'zod'
import { enumSchema } from '../../definitions/fields/enum-schema.ts'
import type { Enumeration } from '../../definitions/fields/enumeration.ts'
import { fieldMetadata } from '../../definitions/fields/field-metadata.ts'
import type { ReportDeliveryStatus, ReportFrequency } from '../../generated/prisma/enums.ts'

/** Maximum number of recipients of a schedule, not counting the members. */
export const MAXIMUM_RECIPIENTS = 20

/** Maximum number of deliveries in a list. */
export const LISTED_DELIVERIES = 50

/** How often a report is sent. */
export const REPORT_FREQUENCIES = {
  weekly: 'Once per week, on `dayOfWeek`.',
  monthly: 'Once per month, on `dayOfMonth`.',
} as const satisfies Enumeration<ReportFrequency>

/** Statuses of an email with a report. */
export const REPORT_DELIVERY_STATUSES = {
  pending: 'Waiting for the next attempt.',
  sent: 'The mail server accepted the email.',
  failed: 'The mail server rejected the address, or the last attempt failed.',
  unsubscribed: 'Not sent, because the recipient unsubscribed.',
} as const satisfies Enumeration<ReportDeliveryStatus>

/** A recipient of the reports of a project. */
export const recipientDefinition = z.object({
  email: z.string().describe('Email address.').register(fieldMetadata, { example: 'cmo@example.com' }),
  locale: z
    .string()
    .nullable()
    .describe('Language of numbers and dates; null for the locale of the schedule.')
    .register(fieldMetadata, { example: null }),
  timezone: z
    .string()
    .nullable()
    .describe('Time zone of dates; null for the time zone of the schedule.')
    .register(fieldMetadata, { example: null }),
  unsubscribed: z
    .boolean()
    .describe('Whether the recipient unsubscribed. Only the recipient can subscribe again.')
    .register(fieldMetadata, { example: false }),
})

/** When the report of a project is sent, and to whom. */
export const reportScheduleDefinition = z
  .object({
    enabled: z.boolean().describe('Whether reports are sent.'),
    frequency: enumSchema(REPORT_FREQUENCIES, 'How often the report is sent.'),
    dayOfWeek: z
      .int()
      .min(0)
      .max(6)
      .describe('Day of a weekly report: 0 is Sunday, 6 is Saturday.')
      .register(fieldMetadata, { example: 1 }),
    dayOfMonth: z
      .int()
      .min(1)
      .max(28)
      .describe('Day of a monthly report, 1–28.')
      .register(fieldMetadata, { example: 1 }),
    hour: z
      .int()
      .min(0)
      .max(23)
      .describe('Hour in the time zone, 0–23.')
      .register(fieldMetadata, { example: 8 }),
    timezone: z
      .string()
      .describe('Time zone of the schedule and of dates in the report.')
      .register(fieldMetadata, { example: 'Europe/Berlin' }),
    locale: z
      .string()
      .describe('Language of numbers and dates in the report.')
      .register(fieldMetadata, { example: 'de-DE' }),
    includeMembers: z.boolean().describe('Whether all members of the organization are recipients.'),
    recipients: z.array(recipientDefinition).describe('Further recipients, at most 20.'),
    nextReportAt: z.date().nullable().describe('When the next report is sent; null if reports are disabled.'),
    canSend: z
      .boolean()
      .describe('Whether the installation has a mail server. Without one, no report is sent.')
      .register(fieldMetadata, { example: true }),
  })
  .meta({ id: 'ReportSchedule' })

export type ReportScheduleRecord = z.output<typeof reportScheduleDefinition>

/** An email with a report to one recipient. */
export const reportDeliveryDefinition = z.object({
  id: z.uuid().describe('Id of the delivery.'),
  email: z.string().describe('Email address.').register(fieldMetadata, { example: 'cmo@example.com' }),
  runId: z.uuid().nullable().describe('Run of the report; null if no run ended in the period.'),
  periodStart: z.date().describe('Start of the period.'),
  periodEnd: z.date().describe('End of the period, when the report was due.'),
  test: z.boolean().describe('Whether somebody requested it as a test.'),
  status: enumSchema(REPORT_DELIVERY_STATUSES, 'Status of the delivery.'),
  attempts: z.int().nonnegative().describe('Number of attempts so far.'),
  error: z.string().nullable().describe('Why the last attempt failed.'),
  sentAt: z.date().nullable().describe('When the mail server accepted the email; null until then.'),
})

export type ReportDeliveryRecord = z.output<typeof reportDeliveryDefinition>
