import { z } from 'zod'
import { enumSchema } from '../../definitions/fields/enum-schema.ts'
import type { Enumeration } from '../../definitions/fields/enumeration.ts'
import { authorize } from '../access/authorize.ts'
import type { Ctx, Transaction } from '../foundation/context.ts'
import { newId } from '../foundation/ids.ts'
import { transaction } from '../foundation/transaction.ts'
import { ownMember } from './preferences.ts'
import { queueEmail } from './queue.ts'

export const EMAIL_STATUSES = {
  pending: 'Waiting for the next attempt.',
  sent: 'The mail server accepted the email.',
  failed: 'The last attempt failed.',
  cancelled: 'Not sent, because the member unsubscribed.',
} as const satisfies Enumeration

export const EMAIL_KINDS = {
  alerts: 'New alerts of a project.',
  digest: 'The alerts of a week.',
  test: 'A test of the email settings.',
} as const satisfies Enumeration

/** An email about alerts, with its delivery. */
export const alertEmailDefinition = z.object({
  id: z.uuid().describe('Id of the email.'),
  kind: enumSchema(EMAIL_KINDS, 'What the email is about.'),
  alerts: z.int().describe('Number of alerts in the email.'),
  status: enumSchema(EMAIL_STATUSES, 'Status of the delivery.'),
  attempts: z.int().describe('Number of attempts to send the email so far.'),
  error: z.string().nullable().describe('Why the last attempt failed.'),
  nextAttemptAt: z.date().nullable().describe('When the next attempt is due; null if there will be none.'),
  sentAt: z.date().nullable().describe('When the mail server accepted the email; null until then.'),
  createdAt: z.date().describe('When the email was queued.'),
})
export type AlertEmailRecord = z.output<typeof alertEmailDefinition>

/** Number of listed emails. */
export const LISTED_EMAILS = 50

/**
 * Returns the latest emails about alerts to the calling member, newest first.
 * @throws {AppError} FORBIDDEN for any other caller
 */
export async function listAlertEmails({ ctx }: { ctx: Ctx }): Promise<AlertEmailRecord[]> {
  const { id: memberId } = await ownMember(ctx, ctx.db.prisma)
  const rows = await ctx.db.prisma.alertEmail.findMany({
    where: { memberId },
    orderBy: { id: 'desc' },
    take: LISTED_EMAILS,
  })
  return rows.map(toRecord)
}

function toRecord({
  alertIds,
  ...row
}: {
  alertIds: string[]
  kind: string
  status: string
}): AlertEmailRecord {
  return alertEmailDefinition.parse({ ...row, alerts: alertIds.length })
}

/**
 * Sends a test email to the calling member.
 * @returns the queued email
 * @throws {AppError} FORBIDDEN for any other caller
 */
export async function testAlertEmail({ ctx }: { ctx: Ctx }): Promise<AlertEmailRecord> {
  authorize(ctx, 'project:read')
  const { id: memberId } = await ownMember(ctx, ctx.db.prisma)
  return transaction(ctx, async (tx) => queueTest(tx, memberId, ctx.now()))
}

async function queueTest(tx: Transaction, memberId: string, at: Date): Promise<AlertEmailRecord> {
  const email = { memberId, projectId: null, kind: 'test', occasion: newId(at), alertIds: [], at } as const
  const id = await queueEmail(tx, { ...email, alertIds: [] })
  return toRecord(await tx.db.alertEmail.findUniqueOrThrow({ where: { id: id ?? '' } }))
}
