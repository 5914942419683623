import { z } from 'zod'
import { hashPassword } from '../../infra/password.ts'
import { accessChanged } from '../access-changes.ts'
import type { AnonymousCtx } from '../context.ts'
import { hashToken } from '../ids.ts'
import { invalidLink, linkTokenSchema } from '../links.ts'
import { passwordSchema, replacePassword } from '../members/credentials.ts'
import { parse } from '../parse.ts'
import { transaction } from '../transaction.ts'

const inputSchema = z.strictObject({ token: linkTokenSchema, newPassword: passwordSchema })

/**
 * Sets the password of the user to whom the link with a token belongs, once, and ends all their sessions. A link that was shown
 * to an admin is not valid any more when the user has joined another organization or left that one.
 * @returns the address of the user
 * @throws {AppError} BAD_REQUEST, also for a token that is not valid any more
 */
export async function resetPassword({ ctx, input }: { ctx: AnonymousCtx; input: unknown }): Promise<string> {
  const { token, newPassword } = parse(inputSchema, input)
  const valid = { tokenHash: hashToken(token), expiresAt: { gt: ctx.now() } }
  // Before the work of hashing, which a made-up token must not cause.
  if (!(await ctx.db.prisma.passwordReset.findUnique({ where: valid }))) throw invalidLink()
  const hash = await hashPassword(newPassword)
  const user = await transaction(ctx, async ({ db }) => {
    const found = await db.passwordReset.findUnique({
      where: valid,
      include: { user: { include: { members: true } } },
    })
    const { count } = await db.passwordReset.deleteMany({ where: valid })
    if (!found || count === 0) throw invalidLink()
    const { user, organizationId } = found
    const inOthers = user.members.some((member) => member.organizationId !== organizationId)
    if (organizationId !== null && inOthers) throw invalidLink()
    await replacePassword(db, { userId: user.id, hash })
    return user
  })
  accessChanged(user.id)
  return user.email
}
