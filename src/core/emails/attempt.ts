import { type Message, RecipientRefusedError } from '../../infra/mailer.ts'
import type { Ctx } from '../foundation/context.ts'
import { retryDelay } from '../foundation/delivery-retries.ts'
import type { JobOutcome } from '../foundation/jobs.ts'
import type { MailDeps } from '../foundation/links.ts'

/** Duration of the lease on an email during an attempt, in milliseconds. It is longer than any attempt takes. */
const LEASE = 300_000

/** Tables of emails. They have the same columns for their status and their attempts. */
type EmailTable = 'alert_email' | 'report_delivery'

/** An email that will not be sent, with its final status and the reason for its readers. */
export interface NotSent {
  status: 'failed' | 'cancelled' | 'unsubscribed'
  error: string | null
}

/**
 * Makes the due attempt to send an email and records it. Safe to run several times, even concurrently: only one of the calls
 * makes the attempt. As with webhooks, attempts are repeated for 24 hours. If the process dies during the attempt, the
 * sweep queues the email again when the lease has expired. Only if it dies between the confirmation of the mail server
 * and its record is the email sent twice.
 * @param create creates the message, or tells why none is sent. An error that it throws is retried.
 */
export async function attemptEmail(
  ctx: Ctx<MailDeps>,
  { table, id }: { table: EmailTable; id: string },
  create: () => Promise<Message | NotSent>,
): Promise<JobOutcome> {
  const now = ctx.now()
  const claimed = await ctx.db.pool.query<{ attempts: number }>({
    name: `claim-${table}`,
    text: `UPDATE ${table} SET next_attempt_at = $3, attempts = attempts + 1
           WHERE id = $1 AND status = 'pending' AND next_attempt_at <= $2 RETURNING attempts`,
    values: [id, now, new Date(now.getTime() + LEASE)],
  })
  const attempts = claimed.rows[0]?.attempts
  if (attempts === undefined) return whenDue(ctx, table, id)
  const outcome = await send(ctx, id, create)
  const again = outcome.status === 'pending' ? retryDelay(attempts) : null
  const status = outcome.status === 'pending' && again === null ? 'failed' : outcome.status
  const at = ctx.now()
  const recorded = await ctx.db.pool.query({
    name: `record-${table}`,
    // An attempt that outlived its lease must not change the next one.
    text: `UPDATE ${table} SET status = $3, error = $4, next_attempt_at = $5, sent_at = $6
           WHERE id = $1 AND attempts = $2 AND status = 'pending'`,
    values: [
      id,
      attempts,
      status,
      outcome.error,
      again === null ? null : new Date(at.getTime() + again),
      status === 'sent' ? at : null,
    ],
  })
  return again === null || recorded.rowCount === 0 ? { done: true } : { again }
}

async function whenDue(ctx: Ctx, table: EmailTable, id: string): Promise<JobOutcome> {
  const { rows } = await ctx.db.pool.query<{ due: Date | null }>({
    name: `due-${table}`,
    text: `SELECT next_attempt_at AS due FROM ${table} WHERE id = $1 AND status = 'pending'`,
    values: [id],
  })
  const due = rows[0]?.due
  return due ? { again: Math.max(0, due.getTime() - ctx.now().getTime()) } : { done: true }
}

async function send(
  { deps: { mailer, logger } }: Ctx<MailDeps>,
  id: string,
  create: () => Promise<Message | NotSent>,
): Promise<NotSent | { status: 'sent' | 'pending'; error: string | null }> {
  try {
    const message = await create()
    if ('status' in message) return message
    if (!mailer) return { status: 'failed', error: 'The installation has no mail server.' }
    await mailer.send(message)
    return { status: 'sent', error: null }
  } catch (error) {
    if (error instanceof RecipientRefusedError)
      return { status: 'failed', error: 'The mail server rejected the address.' }
    logger.warn({ error, emailId: id }, 'an email could not be sent')
    // The text of the error may contain details of the configuration, which is for operators only.
    return {
      status: 'pending',
      error: 'The email could not be sent. The log of the server has the reason.',
    }
  }
}
