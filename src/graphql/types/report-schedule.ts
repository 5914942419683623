import { notFound } from '../../core/foundation/errors.ts'
import {
  LISTED_DELIVERIES,
  MAXIMUM_RECIPIENTS,
  REPORT_DELIVERY_STATUSES,
  REPORT_FREQUENCIES,
  type ReportDeliveryRecord,
  type ReportScheduleRecord,
  recipientDefinition,
  reportDeliveryDefinition,
  reportScheduleDefinition,
} from '../../core/report-schedules/definition.ts'
import { listReportDeliveriesOfProjects, readReportSchedules } from '../../core/report-schedules/read.ts'
import { sendTestReport } from '../../core/report-schedules/send-test.ts'
import { setReportSchedule } from '../../core/report-schedules/update.ts'
import { builder } from '../foundation/builder.ts'
import { enumType, fieldsOf } from '../foundation/define.ts'
import { failsWith } from '../foundation/field-extensions.ts'
import { namedProject, omitNullish } from '../foundation/input.ts'
import { Project } from './project.ts'
import { ABOUT } from './project-mutations.ts'

const ReportFrequency = enumType('ReportFrequency', {
  description: 'How often a report is sent.',
  values: REPORT_FREQUENCIES,
})

const ofRecipient = fieldsOf(recipientDefinition)
const ReportRecipient = builder
  .objectRef<ReportScheduleRecord['recipients'][number]>('ReportRecipient')
  .implement({
    description: 'A recipient of the reports of a project.',
    fields: (t) => ({
      email: t.exposeString('email', ofRecipient('email')),
      locale: t.exposeString('locale', ofRecipient('locale')),
      timezone: t.exposeString('timezone', ofRecipient('timezone')),
      unsubscribed: t.exposeBoolean('unsubscribed', ofRecipient('unsubscribed')),
    }),
  })

const of = fieldsOf(reportScheduleDefinition)
const ReportSchedule = builder.objectRef<ReportScheduleRecord>('ReportSchedule').implement({
  description: 'When the report of a project is sent, and to whom.',
  fields: (t) => ({
    enabled: t.exposeBoolean('enabled', of('enabled')),
    frequency: t.expose('frequency', { type: ReportFrequency, ...of('frequency') }),
    dayOfWeek: t.exposeInt('dayOfWeek', of('dayOfWeek')),
    dayOfMonth: t.exposeInt('dayOfMonth', of('dayOfMonth')),
    hour: t.exposeInt('hour', of('hour')),
    timezone: t.exposeString('timezone', of('timezone')),
    locale: t.exposeString('locale', of('locale')),
    includeMembers: t.exposeBoolean('includeMembers', of('includeMembers')),
    recipients: t.expose('recipients', {
      type: [ReportRecipient],
      ...of('recipients'),
      extensions: { ...of('recipients').extensions, items: MAXIMUM_RECIPIENTS },
    }),
    nextReportAt: t.expose('nextReportAt', { type: 'DateTime', ...of('nextReportAt') }),
    canSend: t.exposeBoolean('canSend', of('canSend')),
  }),
})

builder.objectField(Project, 'reportSchedule', (t) =>
  t.field({
    type: ReportSchedule,
    description: 'When the report of the project is sent, and to whom; a disabled default until it is set.',
    resolve: async ({ id }, _, { load }) => {
      const schedule = await load(readReportSchedules, id)
      if (!schedule) throw notFound('Project')
      return schedule
    },
  }),
)

const ReportDeliveryStatus = enumType('ReportDeliveryStatus', {
  description: 'Status of an email with a report.',
  values: REPORT_DELIVERY_STATUSES,
})

const ofDelivery = fieldsOf(reportDeliveryDefinition)
const ReportDelivery = builder.objectRef<ReportDeliveryRecord>('ReportDelivery').implement({
  description: 'An email with a report to one recipient.',
  fields: (t) => ({
    databaseId: t.exposeString('id', ofDelivery('id')),
    email: t.exposeString('email', ofDelivery('email')),
    runId: t.exposeID('runId', ofDelivery('runId')),
    periodStart: t.expose('periodStart', { type: 'DateTime', ...ofDelivery('periodStart') }),
    periodEnd: t.expose('periodEnd', { type: 'DateTime', ...ofDelivery('periodEnd') }),
    test: t.exposeBoolean('test', ofDelivery('test')),
    status: t.expose('status', { type: ReportDeliveryStatus, ...ofDelivery('status') }),
    attempts: t.exposeInt('attempts', ofDelivery('attempts')),
    error: t.exposeString('error', ofDelivery('error')),
    sentAt: t.expose('sentAt', { type: 'DateTime', ...ofDelivery('sentAt') }),
  }),
})

builder.objectField(Project, 'reportDeliveries', (t) =>
  t.field({
    type: [ReportDelivery],
    nullable: true,
    extensions: { items: LISTED_DELIVERIES },
    description: `Emails with reports of the project, the latest ${LISTED_DELIVERIES}, newest first.`,
    resolve: ({ id }, _, { load }) => load(listReportDeliveriesOfProjects, id),
  }),
)

const ReportRecipientInput = builder.inputType('ReportRecipientInput', {
  description: 'A recipient of the reports of a project.',
  fields: (t) => ({
    email: t.string({ required: true, description: 'Email address.' }),
    locale: t.string({
      description: 'Language of numbers and dates; defaults to the locale of the schedule.',
    }),
    timezone: t.string({ description: 'Time zone of dates; defaults to the time zone of the schedule.' }),
  }),
})

const SetReportScheduleInput = builder.inputType('SetReportScheduleInput', {
  description: 'Changes of when reports are sent, and to whom. Omitted fields do not change.',
  fields: (t) => ({
    projectId: t.id({ description: ABOUT.projectId }),
    enabled: t.boolean({ description: 'Whether reports are sent.' }),
    frequency: t.field({ type: ReportFrequency, description: 'How often the report is sent.' }),
    dayOfWeek: t.int({ description: 'Day of a weekly report: 0 is Sunday, 6 is Saturday.' }),
    dayOfMonth: t.int({ description: 'Day of a monthly report, 1–28.' }),
    hour: t.int({ description: 'Hour in the time zone, 0–23.' }),
    timezone: t.string({ description: 'IANA time zone, such as `Europe/Berlin`.' }),
    locale: t.string({ description: 'Language of numbers and dates, such as `de-DE`.' }),
    includeMembers: t.boolean({ description: 'Whether all members of the organization are recipients.' }),
    recipients: t.field({
      type: [ReportRecipientInput],
      description: `Further recipients, at most ${MAXIMUM_RECIPIENTS}.`,
    }),
  }),
})

const SetReportSchedulePayload = builder
  .objectRef<{ reportSchedule: ReportScheduleRecord }>('SetReportSchedulePayload')
  .implement({
    description: 'The changed schedule.',
    fields: (t) => ({
      reportSchedule: t.expose('reportSchedule', {
        type: ReportSchedule,
        description: 'The changed schedule.',
      }),
    }),
  })

builder.mutationField('setReportSchedule', (t) =>
  t.field({
    ...failsWith('NOT_FOUND'),
    type: SetReportSchedulePayload,
    description:
      'Changes when the report of a project is sent, and to whom. For keys of the project with the scope write, and for signed-in admins.',
    args: { input: t.arg({ type: SetReportScheduleInput, required: true, description: 'The schedule.' }) },
    resolve: async (_, { input: { projectId, recipients, ...rest } }, { ctx }) => ({
      reportSchedule: await setReportSchedule({
        ctx,
        input: {
          ...namedProject(projectId),
          ...omitNullish(rest),
          ...(recipients && {
            recipients: recipients.map(({ email, ...reader }) => ({ email, ...omitNullish(reader) })),
          }),
        },
      }),
    }),
  }),
)

const SendTestReportInput = builder.inputType('SendTestReportInput', {
  description: 'The recipient of a test.',
  fields: (t) => ({
    projectId: t.id({ description: ABOUT.projectId }),
    email: t.string({
      description: 'A recipient of the schedule. Signed-in members can omit it to use their own address.',
    }),
  }),
})

const SendTestReportPayload = builder
  .objectRef<{ reportDelivery: ReportDeliveryRecord }>('SendTestReportPayload')
  .implement({
    description: 'The email of a test.',
    fields: (t) => ({
      reportDelivery: t.expose('reportDelivery', {
        type: ReportDelivery,
        description: 'The email, which is sent in the background.',
      }),
    }),
  })

builder.mutationField('sendTestReport', (t) =>
  t.field({
    ...failsWith('NOT_FOUND'),
    type: SendTestReportPayload,
    description: 'Sends the report of the latest ended run to one recipient now.',
    args: { input: t.arg({ type: SendTestReportInput, required: true, description: 'The recipient.' }) },
    resolve: async (_, { input: { projectId, email } }, { ctx }) => ({
      reportDelivery: await sendTestReport({
        ctx,
        input: { ...namedProject(projectId), ...omitNullish({ email }) },
      }),
    }),
  }),
)
