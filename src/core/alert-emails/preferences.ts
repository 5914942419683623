import { z } from 'zod'
import { enumSchema } from '../../definitions/fields/enum-schema.ts'
import type { Enumeration } from '../../definitions/fields/enumeration.ts'
import { fieldMetadata } from '../../definitions/fields/field-metadata.ts'
import type { AlertPreference, Prisma } from '../../generated/prisma/client.ts'
import { authorize, requireMember } from '../access/authorize.ts'
import { ALERT_SEVERITIES } from '../alerts/definition.ts'
import type { Ctx } from '../foundation/context.ts'
import { notFound } from '../foundation/errors.ts'
import { uuidSchema } from '../foundation/ids.ts'
import { badFields, parse } from '../foundation/parse.ts'

/** When a member gets emails about alerts. */
export const EMAIL_FREQUENCIES = {
  immediately: 'As soon as alerts are raised, one email per run.',
  weekly: 'A digest on Monday at 8:00 in the time zone of the member, if there were alerts.',
  never: 'No emails. The inbox of the dashboard still shows all alerts.',
} as const satisfies Enumeration

/** How a member hears about alerts. */
export const alertPreferencesDefinition = z.object({
  email: enumSchema(EMAIL_FREQUENCIES, 'When emails are sent.'),
  severity: enumSchema(ALERT_SEVERITIES, 'Least severity of the alerts that are sent by email.'),
  projectIds: z
    .array(z.uuid())
    .nullable()
    .describe('The projects whose alerts are sent; null for all projects of the organization.')
    .register(fieldMetadata, { example: null }),
  timeZone: z
    .string()
    .describe('Time zone (IANA) of the digest and of the times in emails.')
    .register(fieldMetadata, { example: 'Europe/Berlin' }),
})
export type AlertPreferences = z.output<typeof alertPreferencesDefinition>

/** Preferences of a member who has not changed them. */
export const DEFAULT_PREFERENCES: AlertPreferences = {
  email: 'immediately',
  severity: 'warning',
  projectIds: null,
  timeZone: 'UTC',
}

/** Returns the preferences of a stored row; the defaults without one. */
export function preferencesOf(row: AlertPreference | null): AlertPreferences {
  if (!row) return DEFAULT_PREFERENCES
  const { allProjects, projectIds, ...rest } = row
  return alertPreferencesDefinition.parse({ ...rest, projectIds: allProjects ? null : projectIds })
}

function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name })
    return true
  } catch {
    return false
  }
}

const inputSchema = z.strictObject({
  email: alertPreferencesDefinition.shape.email.optional(),
  severity: alertPreferencesDefinition.shape.severity.optional(),
  projectIds: z.array(uuidSchema).max(1_000, 'must contain at most 1,000 projects').nullable().optional(),
  timeZone: z
    .string('must be a text')
    .refine(isTimeZone, 'must be the name of a time zone, such as Europe/Berlin')
    .optional(),
})

/**
 * Returns how the calling member hears about alerts.
 * @throws {AppError} FORBIDDEN for any other caller
 */
export async function readAlertPreferences({ ctx }: { ctx: Ctx }): Promise<AlertPreferences> {
  return preferencesOf((await ownMember(ctx, ctx.db.prisma)).alertPreference)
}

/**
 * Changes how the calling member hears about alerts. Omitted fields stay unchanged.
 * @throws {AppError} FORBIDDEN for any other caller; BAD_REQUEST, also for a project of another organization
 */
export async function setAlertPreferences({
  ctx,
  input,
}: {
  ctx: Ctx
  input: z.input<typeof inputSchema>
}): Promise<AlertPreferences> {
  authorize(ctx, 'project:read')
  const member = await ownMember(ctx, ctx.db.prisma)
  const change = parse(inputSchema, input)
  const { email, severity, projectIds, timeZone } = { ...preferencesOf(member.alertPreference), ...change }
  const { organizationId } = member
  const ids = [...new Set(projectIds ?? [])]
  const known = await ctx.db.prisma.project.count({ where: { organizationId, id: { in: ids } } })
  if (known < ids.length)
    throw badFields({ projectIds: 'contains an id that is not a project of the organization' })
  const data = { email, severity, timeZone, allProjects: projectIds === null, projectIds: ids }
  const where = { memberId: member.id }
  const row = await ctx.db.prisma.alertPreference.upsert({
    where,
    create: { ...where, ...data },
    update: data,
  })
  return preferencesOf(row)
}

/** Returns the row of the calling member with their preferences. */
export async function ownMember(ctx: Ctx, db: Prisma.TransactionClient) {
  const { userId, organizationId } = requireMember(ctx)
  const member = await db.member.findUnique({
    where: { organizationId_userId: { organizationId, userId } },
    include: { alertPreference: true },
  })
  if (!member) throw notFound('Member')
  return member
}
