import { z } from 'zod'
import { authorize, requireMember } from '../access/authorize.ts'
import { recordAudit, recordUserAudit } from '../foundation/audit-log.ts'
import type { Ctx } from '../foundation/context.ts'
import { AppError, notFound } from '../foundation/errors.ts'
import { uuidSchema } from '../foundation/ids.ts'
import { badFields, parse } from '../foundation/parse.ts'
import type { SecretDeps } from '../foundation/secrets.ts'
import { transaction } from '../foundation/transaction.ts'
import { hasPassword } from '../members/credentials.ts'
import { acceptCode, lockTwoFactor } from './accept-code.ts'
import { codeSchema } from './code.ts'

const disableSchema = z.strictObject({ password: z.string('must be a text'), code: codeSchema })

/**
 * Turns off two-factor authentication for the calling member.
 * @throws {AppError} FORBIDDEN for a key; BAD_REQUEST on `password` or `code` if it is wrong; CONFLICT if it is off
 */
export async function disableTwoFactor({
  ctx,
  input,
}: {
  ctx: Ctx<SecretDeps>
  input: unknown
}): Promise<void> {
  const { userId } = requireMember(ctx)
  const { password, code } = parse(disableSchema, input)
  if (!(await hasPassword(ctx.db.prisma, userId, password)))
    throw badFields({ password: 'is not your password' })
  await transaction(ctx, async ({ db }) => {
    const row = await lockTwoFactor(db, userId)
    if (!row?.confirmedAt) throw alreadyOff()
    if (!(await acceptCode(ctx, db, row, code)))
      throw badFields({ code: 'is not a current code of your app' })
    await db.twoFactor.delete({ where: { userId } })
    await recordUserAudit(db, ctx, { userId, action: 'two_factor.disabled', target: null })
  })
}

const resetSchema = z.strictObject({ memberId: uuidSchema })

/**
 * Turns off two-factor authentication for a member who has lost the app and the recovery codes. Operators only.
 * @returns the email address of the member
 * @throws {AppError} FORBIDDEN; NOT_FOUND; CONFLICT if it is off
 */
export async function resetTwoFactor({
  ctx,
  input,
}: {
  ctx: Ctx
  input: z.input<typeof resetSchema>
}): Promise<{ email: string }> {
  authorize(ctx, 'operate')
  const { memberId } = parse(resetSchema, input)
  return transaction(ctx, async ({ db }) => {
    const member = await db.member.findUnique({ where: { id: memberId }, include: { user: true } })
    if (!member) throw notFound('Member')
    const { userId, organizationId, user } = member
    const { count } = await db.twoFactor.deleteMany({ where: { userId, confirmedAt: { not: null } } })
    if (count === 0) throw alreadyOff()
    await recordAudit(db, ctx, { organizationId, action: 'two_factor.reset', target: user.email })
    return { email: user.email }
  })
}

function alreadyOff(): AppError {
  return new AppError('CONFLICT', 'Two-factor authentication is off.')
}
