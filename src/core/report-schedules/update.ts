import { z } from 'zod'
import { enumSchema } from '../../definitions/fields/enum-schema.ts'
import type { ReportSchedule } from '../../generated/prisma/client.ts'
import { authorize } from '../access/authorize.ts'
import { lockOwnProject, resolveProject } from '../access/project-access.ts'
import { recordAudit } from '../foundation/audit-log.ts'
import type { Ctx } from '../foundation/context.ts'
import type { MailDeps } from '../foundation/links.ts'
import { parse } from '../foundation/parse.ts'
import { transaction } from '../foundation/transaction.ts'
import { emailSchema } from '../members/credentials.ts'
import { localeSchema, timezoneSchema } from '../reports/foundation/reader-input.ts'
import { MAXIMUM_RECIPIENTS, REPORT_FREQUENCIES, type ReportScheduleRecord } from './definition.ts'
import { nextReportTime } from './occurrences.ts'
import { readStoredSchedule } from './read.ts'
import { DEFAULT_SCHEDULE, recipientsOf } from './row.ts'

const between = (minimum: number, maximum: number) =>
  z
    .int('must be a whole number')
    .min(minimum, `must be at least ${minimum}`)
    .max(maximum, `must be at most ${maximum}`)

/** Body of PUT /settings/report-schedule. Omitted fields stay unchanged. */
export const reportScheduleBodySchema = z.strictObject({
  enabled: z.boolean('must be true or false').optional().describe('Whether reports are sent.'),
  frequency: enumSchema(REPORT_FREQUENCIES, 'How often the report is sent.').optional(),
  dayOfWeek: between(0, 6).optional().describe('Day of a weekly report: 0 is Sunday, 6 is Saturday.'),
  dayOfMonth: between(1, 28).optional().describe('Day of a monthly report, 1–28.'),
  hour: between(0, 23).optional().describe('Hour in the time zone, 0–23.'),
  timezone: timezoneSchema.optional(),
  locale: localeSchema.optional(),
  includeMembers: z
    .boolean('must be true or false')
    .optional()
    .describe('Whether all members of the organization are recipients.'),
  recipients: z
    .array(
      z.strictObject({
        email: emailSchema.describe('Email address.'),
        locale: localeSchema.nullable().optional(),
        timezone: timezoneSchema.nullable().optional(),
      }),
      'must be a list of recipients',
    )
    .max(MAXIMUM_RECIPIENTS, `must contain at most ${MAXIMUM_RECIPIENTS} recipients`)
    .refine(
      (recipients) => new Set(recipients.map(({ email }) => email)).size === recipients.length,
      'must contain each address once',
    )
    .optional()
    .describe(
      'Further recipients, at most 20. A recipient with the address of a member replaces the locale and the time zone of the member.',
    ),
})

const inputSchema = reportScheduleBodySchema.extend({ projectId: z.string('must be a text').optional() })

type Change = Omit<z.output<typeof inputSchema>, 'projectId'>

/**
 * Changes when the report of a project is sent, and to whom. For project keys with the scope write, and for admins, who must pass
 * `projectId`.
 * @throws {AppError} BAD_REQUEST; FORBIDDEN; NOT_FOUND
 */
export async function setReportSchedule({
  ctx,
  input,
}: {
  ctx: Ctx<MailDeps>
  input: z.input<typeof inputSchema>
}): Promise<ReportScheduleRecord> {
  authorize(ctx, 'reports:manage')
  const { projectId: requestedId, ...change } = parse(inputSchema, input)
  const id = resolveProject(ctx, requestedId)
  return transaction(ctx, async ({ db }) => {
    const { id: projectId, organizationId } = await lockOwnProject(ctx, db, id)
    const stored = await db.reportSchedule.findUnique({ where: { projectId } })
    const data = applyChange(stored, change, ctx.now())
    await db.reportSchedule.upsert({ where: { projectId }, create: { projectId, ...data }, update: data })
    const { displayName } = await db.project.findUniqueOrThrow({ where: { id: projectId } })
    await recordAudit(db, ctx, { organizationId, action: 'report_schedule.changed', target: displayName })
    return readStoredSchedule(ctx, db, projectId)
  })
}

/** Returns the columns of a schedule after a change. The next time is recomputed only if the times change. */
function applyChange(stored: ReportSchedule | null, { recipients, ...change }: Change, now: Date) {
  const { frequency, dayOfWeek, dayOfMonth, hour, timezone, ...rest } = stored ?? DEFAULT_SCHEDULE
  const before = { frequency, dayOfWeek, dayOfMonth, hour, timezone }
  const times = {
    frequency: change.frequency ?? frequency,
    dayOfWeek: change.dayOfWeek ?? dayOfWeek,
    dayOfMonth: change.dayOfMonth ?? dayOfMonth,
    hour: change.hour ?? hour,
    timezone: change.timezone ?? timezone,
  }
  const enabled = change.enabled ?? rest.enabled
  const isSame = rest.enabled && JSON.stringify(times) === JSON.stringify(before)
  return {
    ...times,
    enabled,
    locale: change.locale ?? rest.locale,
    includeMembers: change.includeMembers ?? rest.includeMembers,
    recipients: (recipients ?? recipientsOf(rest)).map(({ email, locale = null, timezone: zone = null }) => ({
      email,
      locale,
      timezone: zone,
    })),
    nextReportAt: !enabled ? null : isSame ? rest.nextReportAt : nextReportTime(times, now),
  }
}
