import { z } from 'zod'
import { hashPassword } from '../../infra/password.ts'
import { accessChanged } from '../access/access-changes.ts'
import { requireMember } from '../access/authorize.ts'
import { recordUserAudit } from '../foundation/audit-log.ts'
import type { Ctx } from '../foundation/context.ts'
import { badFields, parse } from '../foundation/parse.ts'
import { transaction } from '../foundation/transaction.ts'
import { hasPassword, passwordSchema, replacePassword } from './credentials.ts'

const inputSchema = z.strictObject({
  currentPassword: z.string('must be a text'),
  newPassword: passwordSchema,
})

/**
 * Changes the password of the calling member and ends their other sessions. This takes effect immediately in this
 * process and within 5 s in all others.
 * @throws {AppError} FORBIDDEN for a key; BAD_REQUEST, also on `currentPassword` if it is wrong
 */
export async function changePassword({ ctx, input }: { ctx: Ctx; input: unknown }): Promise<void> {
  const { userId, sessionId } = requireMember(ctx)
  const { currentPassword, newPassword } = parse(inputSchema, input)
  if (!(await hasPassword(ctx.db.prisma, userId, currentPassword))) {
    throw badFields({ currentPassword: 'is not your password' })
  }
  const hash = await hashPassword(newPassword)
  await transaction(ctx, async ({ db }) => {
    await replacePassword(db, { userId, hash, keptSession: sessionId ?? null })
    await recordUserAudit(db, ctx, { userId, action: 'password.changed', target: null })
  })
  accessChanged(userId)
}
