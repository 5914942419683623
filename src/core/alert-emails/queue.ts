import type { AlertRecord } from '../alerts/definition.ts'
import { isAtLeast } from '../alerts/severity.ts'
import type { Ctx, Transaction } from '../foundation/context.ts'
import { newId } from '../foundation/ids.ts'
import type { Job } from '../foundation/jobs.ts'
import { preferencesOf } from './preferences.ts'

/** Returns the job that sends an email. The due time is part of its id, so that each attempt is a separate job. */
export function toEmailJob({ id, nextAttemptAt }: { id: string; nextAttemptAt: Date }): Job {
  return { name: 'alert-email', emailId: id, due: nextAttemptAt.getTime() }
}

/**
 * Stores an email to each member who wants to hear about new alerts of a project immediately, to be sent after the
 * commit.
 */
export async function queueAlertEmails(
  tx: Transaction,
  {
    organizationId,
    projectId,
    alerts,
    at,
  }: { organizationId: string; projectId: string; alerts: readonly AlertRecord[]; at: Date },
): Promise<void> {
  const members = await tx.db.member.findMany({
    where: { organizationId },
    include: { alertPreference: true },
    orderBy: { id: 'asc' },
  })
  for (const { id: memberId, alertPreference } of members) {
    const { email, severity, projectIds } = preferencesOf(alertPreference)
    const severe = alerts.filter((alert) => isAtLeast(alert.severity, severity))
    const [first] = severe
    if (email !== 'immediately' || !first || projectIds?.includes(projectId) === false) continue
    await queueEmail(tx, {
      memberId,
      projectId,
      kind: 'alerts',
      occasion: first.id,
      alertIds: severe.map(({ id }) => id),
      at,
    })
  }
}

/** What an email is about. */
export type EmailKind = 'alerts' | 'digest' | 'test'

/** Stores an email to a member, unless one about the same occasion exists. @returns its id, or null if it exists */
export async function queueEmail(
  tx: Transaction,
  {
    at,
    ...email
  }: {
    memberId: string
    projectId: string | null
    kind: EmailKind
    occasion: string
    alertIds: string[]
    at: Date
  },
): Promise<string | null> {
  const row = { id: newId(at), ...email, status: 'pending', nextAttemptAt: at, createdAt: at }
  const { count } = await tx.db.alertEmail.createMany({ data: row, skipDuplicates: true })
  if (count === 0) return null
  tx.enqueue(toEmailJob(row))
  return row.id
}

const SWEEP_LIMIT = 500

/**
 * Queues the emails that are due, in case their jobs were lost.
 * @returns the number of due emails
 */
export async function sweepAlertEmails({ ctx }: { ctx: Ctx }): Promise<number> {
  const due = await ctx.db.prisma.alertEmail.findMany({
    where: { status: 'pending', nextAttemptAt: { lte: ctx.now() } },
    select: { id: true, nextAttemptAt: true },
    orderBy: { nextAttemptAt: 'asc' },
    take: SWEEP_LIMIT,
  })
  const jobs = due.flatMap(({ id, nextAttemptAt }) =>
    nextAttemptAt ? [toEmailJob({ id, nextAttemptAt })] : [],
  )
  if (jobs.length > 0) await ctx.deps.queue.add(jobs)
  return jobs.length
}
