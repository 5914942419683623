import { z } from 'zod'
import { hashPassword } from '../../infra/password.ts'
import { accessChanged } from '../access-changes.ts'
import { memberOf } from '../authorize.ts'
import type { Ctx } from '../context.ts'
import { badFields, parse } from '../parse.ts'
import { transaction } from '../transaction.ts'
import { hasPassword, passwordSchema, replacePassword } from './credentials.ts'

const inputSchema = z.strictObject({
  currentPassword: z.string('must be a text'),
  newPassword: passwordSchema,
})

/**
 * Changes the password of the member who calls and ends their other sessions: at once in this process, within 5 s everywhere.
 * @throws {AppError} FORBIDDEN for a key; BAD_REQUEST, also on `currentPassword` when it is wrong
 */
export async function changePassword({ ctx, input }: { ctx: Ctx; input: unknown }): Promise<void> {
  const { userId, sessionId } = memberOf(ctx)
  const { currentPassword, newPassword } = parse(inputSchema, input)
  if (!(await hasPassword(ctx.db.prisma, userId, currentPassword))) {
    throw badFields({ currentPassword: 'is not your password' })
  }
  const hash = await hashPassword(newPassword)
  await transaction(ctx, ({ db }) => replacePassword(db, { userId, hash, keptSession: sessionId ?? null }))
  accessChanged(userId)
}
