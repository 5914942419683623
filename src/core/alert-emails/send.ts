import type { Prisma } from '../../generated/prisma/client.ts'
import { RecipientRefusedError } from '../../infra/mailer.ts'
import { toAlertRecord, WITH_PROJECT } from '../alerts/row.ts'
import { byUrgency } from '../alerts/severity.ts'
import type { Ctx } from '../foundation/context.ts'
import type { JobOutcome } from '../foundation/jobs.ts'
import type { MailDeps } from '../foundation/links.ts'
import type { SecretDeps } from '../foundation/secrets.ts'
import { retryDelay } from '../webhooks/deliver.ts'
import { type EmailFacts, emailOf } from './content.ts'
import { preferencesOf } from './preferences.ts'
import type { EmailKind } from './queue.ts'
import { unsubscribePath } from './unsubscribe.ts'

/** Duration of the lease on an email during an attempt, in milliseconds. It is longer than any attempt takes. */
const LEASE = 120_000

const WITH_RECIPIENT = {
  member: { include: { user: true, alertPreference: true } },
} satisfies Prisma.AlertEmailInclude

type QueuedEmail = Prisma.AlertEmailGetPayload<{ include: typeof WITH_RECIPIENT }>

/**
 * Makes the due attempt to send an email and records it. Safe to run several times, even concurrently: only one of the
 * calls makes the attempt. Attempts are repeated like the ones of webhooks. If the process dies between the mail server's
 * answer and its record, the email is sent again.
 */
export async function sendAlertEmail({
  ctx,
  input: { emailId: id },
}: {
  ctx: Ctx<MailDeps & SecretDeps>
  input: { emailId: string }
}): Promise<JobOutcome> {
  const startedAt = ctx.now()
  const [claimed] = await ctx.db.prisma.alertEmail.updateManyAndReturn({
    where: { id, status: 'pending', nextAttemptAt: { lte: startedAt } },
    data: { nextAttemptAt: new Date(startedAt.getTime() + LEASE), attempts: { increment: 1 } },
  })
  if (!claimed) return whenDue(ctx, id)
  const email = await ctx.db.prisma.alertEmail.findUnique({ where: { id }, include: WITH_RECIPIENT })
  if (!email) return { done: true }
  // The member may have unsubscribed since the alert.
  if (email.kind !== 'test' && preferencesOf(email.member.alertPreference).email === 'never')
    return record(ctx, id, { status: 'cancelled', error: null, again: null })
  const failure = await attempt(ctx, email)
  if (failure === null) return record(ctx, id, { status: 'sent', error: null, again: null })
  const again = failure.isFinal ? null : retryDelay(email.attempts)
  const status = again === null ? 'failed' : 'pending'
  return record(ctx, id, { status, error: failure.message, again })
}

async function whenDue(ctx: Ctx, id: string): Promise<JobOutcome> {
  const email = await ctx.db.prisma.alertEmail.findUnique({ where: { id } })
  if (email?.status !== 'pending' || !email.nextAttemptAt) return { done: true }
  return { again: Math.max(0, email.nextAttemptAt.getTime() - ctx.now().getTime()) }
}

/** Sends an email. @returns null, or why it was not sent, in words for its recipient */
async function attempt(
  ctx: Ctx<MailDeps & SecretDeps>,
  email: QueuedEmail,
): Promise<{ message: string; isFinal: boolean } | null> {
  const { mailer, publicUrl, logger } = ctx.deps
  if (!mailer) return { message: 'No mail server is configured (SMTP_URL).', isFinal: true }
  // Without PUBLIC_URL, no link would lead anywhere.
  const unsubscribe = publicUrl && new URL(unsubscribePath(ctx.deps, email.memberId), publicUrl).href
  const content = emailOf(await factsOf(ctx, email, unsubscribe))
  try {
    await mailer.send({
      to: email.member.user.email,
      ...content,
      // RFC 8058. Mail programs show a button that needs no sign-in.
      ...(unsubscribe && {
        headers: {
          'List-Unsubscribe': `<${unsubscribe}>`,
          'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
        },
      }),
    })
    return null
  } catch (error) {
    if (error instanceof RecipientRefusedError)
      return { message: 'The mail server rejects the address.', isFinal: true }
    logger.warn({ error, emailId: email.id }, 'an email about alerts could not be sent')
    return { message: 'The mail server cannot be reached.', isFinal: false }
  }
}

async function factsOf(
  { db, deps }: Ctx<MailDeps>,
  email: QueuedEmail,
  unsubscribe: string | null,
): Promise<EmailFacts> {
  const rows = await db.prisma.alert.findMany({
    where: {
      id: { in: email.alertIds },
      // The project may have been deleted since.
      project: { organizationId: email.member.organizationId },
    },
    include: WITH_PROJECT,
  })
  const names = new Map(rows.map(({ projectId, project }) => [projectId, project.displayName]))
  const alerts = rows.map(toAlertRecord).sort(byUrgency)
  return {
    // Stored by `queueEmail`.
    kind: email.kind as EmailKind,
    projects: [...names].map(([id, name]) => ({
      name,
      alerts: alerts.filter(({ projectId }) => projectId === id),
    })),
    origin: deps.publicUrl,
    unsubscribe,
    timeZone: preferencesOf(email.member.alertPreference).timeZone,
  }
}

async function record(
  ctx: Ctx,
  id: string,
  { status, error, again }: { status: string; error: string | null; again: number | null },
): Promise<JobOutcome> {
  const now = ctx.now()
  await ctx.db.prisma.alertEmail.updateMany({
    where: { id },
    data: {
      status,
      error,
      nextAttemptAt: again === null ? null : new Date(now.getTime() + again),
      ...(status === 'sent' && { sentAt: now }),
    },
  })
  return again === null ? { done: true } : { again }
}
