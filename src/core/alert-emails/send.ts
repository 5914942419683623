import type { Prisma } from '../../generated/prisma/client.ts'
import { toAlertRecord, WITH_PROJECT } from '../alerts/row.ts'
import { byUrgency } from '../alerts/severity.ts'
import { attemptEmail } from '../emails/attempt.ts'
import type { Ctx } from '../foundation/context.ts'
import type { JobOutcome } from '../foundation/jobs.ts'
import type { MailDeps } from '../foundation/links.ts'
import type { SecretDeps } from '../foundation/secrets.ts'
import { type EmailFacts, emailOf } from './content.ts'
import { preferencesOf } from './preferences.ts'
import type { EmailKind } from './queue.ts'
import { unsubscribePath } from './unsubscribe.ts'

const WITH_RECIPIENT = {
  member: { include: { user: true, alertPreference: true } },
} satisfies Prisma.AlertEmailInclude

type QueuedEmail = Prisma.AlertEmailGetPayload<{ include: typeof WITH_RECIPIENT }>

/** Makes the due attempt to send an email about alerts, as {@link attemptEmail} describes. */
export function sendAlertEmail({
  ctx,
  input: { emailId: id },
}: {
  ctx: Ctx<MailDeps & SecretDeps>
  input: { emailId: string }
}): Promise<JobOutcome> {
  return attemptEmail(ctx, { table: 'alert_email', id }, async () => {
    const email = await ctx.db.prisma.alertEmail.findUniqueOrThrow({ where: { id }, include: WITH_RECIPIENT })
    // The member may have unsubscribed since the alert.
    if (email.kind !== 'test' && preferencesOf(email.member.alertPreference).email === 'never')
      return { status: 'cancelled', error: null }
    const { publicUrl } = ctx.deps
    // Without PUBLIC_URL, no link would lead anywhere.
    const unsubscribe = publicUrl && new URL(unsubscribePath(ctx.deps, email.memberId), publicUrl).href
    return {
      to: email.member.user.email,
      ...emailOf(await factsOf(ctx, email, unsubscribe)),
      // RFC 8058. Mail programs show a button that needs no sign-in.
      ...(unsubscribe && {
        headers: {
          'List-Unsubscribe': `<${unsubscribe}>`,
          'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
        },
      }),
    }
  })
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
