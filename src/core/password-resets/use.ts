import { z } from 'zod'
import { hashPassword } from '../../infra/password.ts'
import { accessChanged } from '../access/access-changes.ts'
import { recordUserAudit } from '../foundation/audit-log.ts'
import type { AnonymousCtx } from '../foundation/context.ts'
import { invalidLink, linkTokenSchema, openLink } from '../foundation/links.ts'
import { parse } from '../foundation/parse.ts'
import { transaction } from '../foundation/transaction.ts'
import { passwordSchema, replacePassword } from '../members/credentials.ts'

const inputSchema = z.strictObject({ token: linkTokenSchema, newPassword: passwordSchema })

/**
 * Sets a new password for the user of a password reset link, and ends all their sessions. Each link works once. A link
 * that was shown to an admin becomes invalid when the user joins another organization or leaves the admin's.
 * @returns the email address of the user
 * @throws {AppError} BAD_REQUEST, including for a token that is no longer valid
 */
export async function resetPassword({ ctx, input }: { ctx: AnonymousCtx; input: unknown }): Promise<string> {
  const { token, newPassword } = parse(inputSchema, input)
  const valid = openLink(ctx, token)
  // Checked before hashing, so that invented tokens cannot cause expensive work.
  if (!(await ctx.db.prisma.passwordReset.findUnique({ where: valid }))) throw invalidLink()
  const hash = await hashPassword(newPassword)
  const user = await transaction(ctx, async ({ db }) => {
    const reset = await db.passwordReset.findUnique({
      where: valid,
      include: { user: { include: { members: true } } },
    })
    const { count } = await db.passwordReset.deleteMany({ where: valid })
    if (!reset || count === 0) throw invalidLink()
    const { user, organizationId } = reset
    const hasOtherOrganizations = user.members.some((member) => member.organizationId !== organizationId)
    if (organizationId !== null && hasOtherOrganizations) throw invalidLink()
    await replacePassword(db, { userId: user.id, hash })
    await recordUserAudit(db, ctx, { userId: user.id, action: 'password.reset', target: null })
    return user
  })
  accessChanged(user.id)
  return user.email
}
