import { z } from 'zod'
import type { AnonymousCtx } from '../foundation/context.ts'
import { AppError } from '../foundation/errors.ts'
import type { MailDeps } from '../foundation/links.ts'
import { parse } from '../foundation/parse.ts'
import { emailSchema } from '../members/credentials.ts'
import { issuePasswordReset } from './issue.ts'

const inputSchema = z.strictObject({ email: emailSchema })

/**
 * Validates a request for a password reset link from someone who is not signed in, and returns the email address.
 * @throws {AppError} BAD_REQUEST; FORBIDDEN if no mail server is configured
 */
export function requestedAddress({ ctx, input }: { ctx: AnonymousCtx<MailDeps>; input: unknown }): string {
  if (!ctx.deps.mailer) {
    throw new AppError(
      'FORBIDDEN',
      'This installation does not send email. Ask an admin of your organization for a password reset link.',
    )
  }
  return parse(inputSchema, input).email
}

/**
 * Sends a password reset link to the member with this email address, if there is one. Callers must not make the
 * requester wait for the result, because the response time would reveal whether a member has this address. Never
 * rejects; failures are logged.
 */
export async function mailPasswordReset(ctx: AnonymousCtx<MailDeps>, email: string): Promise<void> {
  const { db, deps, requestId } = ctx
  try {
    const user = await db.prisma.user.findFirst({ where: { email, members: { some: {} } } })
    if (user) await issuePasswordReset(ctx, user, null)
  } catch (error) {
    deps.logger.error({ error, requestId }, 'failed to send a requested password reset link')
  }
}
