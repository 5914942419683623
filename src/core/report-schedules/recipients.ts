import type { Prisma, ReportSchedule } from '../../generated/prisma/client.ts'
import { recipientsOf } from './row.ts'

/** A recipient of one email. */
export interface Recipient {
  email: string
  locale: string
  timezone: string
}

/** Returns the recipients of a schedule, each address once, without the addresses that unsubscribed. */
export async function resolveRecipients(
  db: Prisma.TransactionClient,
  schedule: Pick<ReportSchedule, 'projectId' | 'includeMembers' | 'recipients' | 'locale' | 'timezone'>,
  organizationId: string,
): Promise<Recipient[]> {
  const { projectId, includeMembers, locale, timezone } = schedule
  const members = includeMembers
    ? await db.member.findMany({
        where: { organizationId },
        select: { user: { select: { email: true } } },
        orderBy: { userId: 'asc' },
      })
    : []
  const unsubscriptions = await db.reportUnsubscription.findMany({ where: { projectId } })
  const byEmail = new Map(members.map(({ user: { email } }) => [email, { email, locale, timezone }]))
  for (const recipient of recipientsOf(schedule)) {
    byEmail.set(recipient.email, {
      email: recipient.email,
      locale: recipient.locale ?? locale,
      timezone: recipient.timezone ?? timezone,
    })
  }
  for (const { email } of unsubscriptions) byEmail.delete(email)
  return [...byEmail.values()]
}
