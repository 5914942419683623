import type { User } from '../../generated/prisma/client.ts'
import type { AnonymousCtx } from '../foundation/context.ts'
import type { MailDeps } from '../foundation/links.ts'
import { createLinkToken, deliverLink } from '../foundation/links.ts'

/** Lifetime of the link, in hours. */
const VALID_HOURS = 24

/**
 * Creates a password reset link and sends it by email. It replaces any earlier link of the user.
 * @param organizationId the organization of the admin who will see the link; null if an operator or no one else will
 *   see it
 * @returns null if the link was sent by email, otherwise the link
 * @throws {AppError} the errors of {@link deliverLink}; the stored link is deleted in that case
 */
export async function issuePasswordReset(
  ctx: AnonymousCtx<MailDeps>,
  { id: userId, email }: Pick<User, 'id' | 'email'>,
  organizationId: string | null,
): Promise<string | null> {
  const { prisma } = ctx.db
  const { token, columns } = createLinkToken(ctx, VALID_HOURS)
  const data = { organizationId, ...columns }
  await prisma.passwordReset.upsert({ where: { userId }, create: { userId, ...data }, update: data })
  return deliverLink(ctx, {
    page: 'passwordReset',
    token,
    to: email,
    subject: 'Reset your Answergraph password',
    text: (link) =>
      `Open this link within ${VALID_HOURS} hours to set a new password for Answergraph:\n\n${link}\n\n` +
      'Your current password keeps working until then. If you did not request this, you can ignore this message.\n',
    withdraw: () => prisma.passwordReset.deleteMany({ where: { tokenHash: columns.tokenHash } }),
  })
}
