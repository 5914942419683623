import { z } from 'zod'
import { enumSchema } from '../../definitions/fields/enum-schema.ts'
import type { Prisma } from '../../generated/prisma/client.ts'
import { authorize } from '../access/authorize.ts'
import { lockOwnProject, readableProjects, resolveProject } from '../access/project-access.ts'
import type { Ctx } from '../foundation/context.ts'
import { isUuid } from '../foundation/ids.ts'
import { badFields, parse } from '../foundation/parse.ts'
import { transaction } from '../foundation/transaction.ts'
import { ALERT_KINDS, type AlertKind, alertDefinition } from './definition.ts'

/** A subject without alerts. */
export const alertMuteDefinition = z.object({
  kind: enumSchema(ALERT_KINDS, 'Kind of the alerts.'),
  subject: alertDefinition.shape.subject,
  until: z.date().nullable().describe('When alerts are raised again; null for never.'),
})
export type AlertMuteRecord = z.output<typeof alertMuteDefinition>

/** Maximum number of mutes of a project. */
export const MAXIMUM_MUTES = 500

/** The muted subjects, each with its kind. */
type Mutes = ReadonlySet<string>

const keyOf = ({ kind, subject }: { kind: string; subject: string }) => `${kind} ${subject}`

function activeMutes(projectIds: readonly string[], at: Date): Prisma.AlertMuteWhereInput {
  return { projectId: { in: [...projectIds] }, OR: [{ until: null }, { until: { gt: at } }] }
}

/** Returns the subjects of a project that are muted at a time. */
export async function readMutes(db: Prisma.TransactionClient, projectId: string, at: Date): Promise<Mutes> {
  return new Set((await db.alertMute.findMany({ where: activeMutes([projectId], at) })).map(keyOf))
}

export function isMuted(mutes: Mutes, alert: { kind: AlertKind; subject: string }): boolean {
  return mutes.has(keyOf(alert))
}

/** Returns the active mutes of each project, in the order of their subjects; empty for an unreadable project. */
export async function listMutes({
  ctx,
  input: { ids },
}: {
  ctx: Ctx
  input: { ids: readonly string[] }
}): Promise<AlertMuteRecord[][]> {
  authorize(ctx, 'runs:read')
  const rows = await ctx.db.prisma.alertMute.findMany({
    where: { ...activeMutes(ids.filter(isUuid), ctx.now()), project: readableProjects(ctx) },
    orderBy: [{ kind: 'asc' }, { subject: 'asc' }],
  })
  return ids.map((id) =>
    rows
      .filter(({ projectId }) => projectId === id.toLowerCase())
      .map((row) => alertMuteDefinition.parse(row)),
  )
}

/** Body of the request that mutes or unmutes a subject. */
export const muteBodySchema = z.strictObject({
  kind: enumSchema(ALERT_KINDS, 'Kind of the alerts.'),
  subject: z.string('must be a text').min(1, 'must not be empty').max(500, 'must be at most 500 characters'),
  muted: z.boolean('must be true or false').default(true).describe('`false` raises alerts again.'),
  until: z.iso
    .datetime({ offset: true, error: 'must be a time, such as 2026-12-24T08:00:00Z' })
    .transform((text) => new Date(text))
    .nullable()
    .default(null)
    .describe('When alerts are raised again (snooze); null for never (mute).'),
})

/** Alerts that were muted or unmuted. */
export const mutedAlertsDefinition = alertMuteDefinition.extend({
  muted: z.boolean().describe('Whether the alerts are muted now.'),
})
export interface MutedAlertsRecord extends z.output<typeof mutedAlertsDefinition> {
  projectId: string
}

export type MuteBody = z.input<typeof muteBodySchema>

const inputSchema = muteBodySchema.extend({ projectId: z.string('must be a text').optional() })

/**
 * Mutes alerts of a kind about a subject, forever or until a time, or unmutes them. Members pass the project id; project
 * keys do not. Repeating it has no further effect.
 * @throws {AppError} PROJECT_SCOPED_KEY_REQUIRED; BAD_REQUEST, also for a time in the past; NOT_FOUND
 */
export async function muteAlerts({
  ctx,
  input,
}: {
  ctx: Ctx
  input: z.input<typeof inputSchema>
}): Promise<MutedAlertsRecord> {
  authorize(ctx, 'settings:write')
  const { projectId: requested, kind, subject, muted, until } = parse(inputSchema, input)
  const id = resolveProject(ctx, requested)
  if (until && until <= ctx.now()) throw badFields({ until: 'must be in the future' })
  return transaction(ctx, async (tx) => {
    const { id: projectId } = await lockOwnProject(ctx, tx.db, id)
    const key = { projectId, kind, subject }
    if (muted) {
      if ((await tx.db.alertMute.count({ where: { projectId } })) >= MAXIMUM_MUTES)
        throw badFields({ subject: `would be mute ${MAXIMUM_MUTES + 1}; remove another one first` })
      await tx.db.alertMute.upsert({
        where: { projectId_kind_subject: key },
        create: { ...key, until },
        update: { until },
      })
    } else await tx.db.alertMute.deleteMany({ where: key })
    tx.publish({ projectId, changed: 'alert_rules' })
    return { projectId, kind, subject, muted, until: muted ? until : null }
  })
}
