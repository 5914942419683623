import type { User } from '../../generated/prisma/client.ts'
import type { AnonymousCtx } from '../context.ts'
import { hashToken, randomToken } from '../ids.ts'
import { deliverLink } from '../links.ts'

/** How long the link is valid, in hours. */
const VALID_HOURS = 24

/**
 * Stores a new link for a new password, which replaces a former one of the user, and sends it by e-mail.
 * @param organizationId the organization whose admin is shown the link; null for nobody or an operator
 * @returns null if it was sent, else the link
 * @throws {AppError} what {@link deliverLink} throws; there is no link then
 */
export async function issuePasswordReset(
  ctx: AnonymousCtx,
  { id: userId, email }: Pick<User, 'id' | 'email'>,
  organizationId: string | null,
): Promise<string | null> {
  const { prisma } = ctx.db
  const token = randomToken()
  const tokenHash = hashToken(token)
  const createdAt = ctx.now()
  const expiresAt = new Date(createdAt.getTime() + VALID_HOURS * 3_600_000)
  const data = { tokenHash, organizationId, createdAt, expiresAt }
  await prisma.passwordReset.upsert({ where: { userId }, create: { userId, ...data }, update: data })
  try {
    return await deliverLink(ctx, {
      page: 'passwordReset',
      token,
      to: email,
      subject: 'A new password for Answergraph',
      text: (link) =>
        `Open this link within ${VALID_HOURS} hours to set a new password for Answergraph:\n\n${link}\n\n` +
        'Until then your password stays as it is. If you did not ask for this, ignore this message.\n',
    })
  } catch (error) {
    await prisma.passwordReset.deleteMany({ where: { tokenHash } })
    throw error
  }
}
