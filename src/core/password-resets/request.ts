import { z } from 'zod'
import type { AnonymousCtx } from '../context.ts'
import { AppError } from '../errors.ts'
import { emailSchema } from '../members/credentials.ts'
import { parse } from '../parse.ts'
import { issuePasswordReset } from './issue.ts'

const inputSchema = z.strictObject({ email: emailSchema })

/**
 * The address for which somebody who is not signed in asks for a link for a new password.
 * @throws {AppError} BAD_REQUEST; FORBIDDEN where no mail server is configured
 */
export function requestedAddress({ ctx, input }: { ctx: AnonymousCtx; input: unknown }): string {
  if (!ctx.deps.mailer) {
    throw new AppError(
      'FORBIDDEN',
      'This installation sends no e-mail. Ask an admin of your organization for a link for a new password.',
    )
  }
  return parse(inputSchema, input).email
}

/**
 * Sends the member with an address a link for a new password; does nothing for an address without one. Who asked must not wait
 * for it, because the time that it takes tells whether there is a member. Never rejects: failures are logged.
 */
export async function mailPasswordReset(ctx: AnonymousCtx, email: string): Promise<void> {
  const { db, deps, requestId } = ctx
  try {
    const user = await db.prisma.user.findFirst({ where: { email, members: { some: {} } } })
    if (user) await issuePasswordReset(ctx, user, null)
  } catch (error) {
    deps.logger.error({ error, requestId }, 'a link for a new password that was asked for was not sent')
  }
}
