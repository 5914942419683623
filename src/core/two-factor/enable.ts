import { z } from 'zod'
import { requireMember } from '../access/authorize.ts'
import { recordUserAudit } from '../foundation/audit-log.ts'
import type { Ctx } from '../foundation/context.ts'
import { AppError } from '../foundation/errors.ts'
import { newId } from '../foundation/ids.ts'
import { badFields, parse } from '../foundation/parse.ts'
import type { SecretDeps } from '../foundation/secrets.ts'
import { transaction } from '../foundation/transaction.ts'
import { hasAnyPassword, hasPassword } from '../members/credentials.ts'
import { acceptCode, lockTwoFactor } from './accept-code.ts'
import { codeSchema } from './code.ts'
import { createContents, openContents, sealContents, uriOf } from './secret.ts'

const startSchema = z.strictObject({ password: z.string('must be a text') })

/**
 * Creates a new secret for the authenticator app of the calling member. Sign-in does not ask for a code before
 * {@link confirmTwoFactor}. A secret that was not confirmed is replaced.
 * @returns the secret in base 32, and as the `otpauth:` URI of a QR code
 * @throws {AppError} FORBIDDEN for a key; BAD_REQUEST on `password` if it is wrong; CONFLICT if it is already enabled,
 *   or without a password
 */
export async function startTwoFactor({
  ctx,
  input,
}: {
  ctx: Ctx<SecretDeps>
  input: unknown
}): Promise<{ secret: string; uri: string }> {
  const { userId } = requireMember(ctx)
  const { password } = parse(startSchema, input)
  if (!(await hasAnyPassword(ctx.db.prisma, userId))) {
    throw new AppError(
      'CONFLICT',
      'You have no password that a code could protect. Set one with a password reset link first.',
    )
  }
  if (!(await hasPassword(ctx.db.prisma, userId, password)))
    throw badFields({ password: 'is not your password' })
  const contents = createContents()
  const sealed = sealContents(ctx.deps, contents)
  const { email } = await transaction(ctx, async ({ db }) => {
    if ((await lockTwoFactor(db, userId))?.confirmedAt) throw alreadyEnabled()
    await db.twoFactor.deleteMany({ where: { userId } })
    await db.twoFactor.create({ data: { id: newId(), userId, sealed } })
    return db.user.findUniqueOrThrow({ where: { id: userId } })
  })
  return { secret: contents.secret, uri: uriOf(contents, email) }
}

const confirmSchema = z.strictObject({ code: codeSchema })

/**
 * Turns on two-factor authentication with the first code from the app. From then on, sign-in with a password asks for a
 * code.
 * @returns the recovery codes, which cannot be read again
 * @throws {AppError} FORBIDDEN for a key; BAD_REQUEST on `code` if it is wrong; CONFLICT if it is already enabled or was
 *   not started
 */
export async function confirmTwoFactor({
  ctx,
  input,
}: {
  ctx: Ctx<SecretDeps>
  input: unknown
}): Promise<{ recoveryCodes: string[] }> {
  const { userId } = requireMember(ctx)
  const { code } = parse(confirmSchema, input)
  return transaction(ctx, async ({ db }) => {
    const row = await lockTwoFactor(db, userId)
    if (!row) throw new AppError('CONFLICT', 'There is no secret to confirm. Start with a new one.')
    if (row.confirmedAt) throw alreadyEnabled()
    if (!(await acceptCode(ctx, db, row, code)))
      throw badFields({ code: 'is not the current code of your app; check the clock of the device' })
    await db.twoFactor.update({ where: { userId }, data: { confirmedAt: ctx.now() } })
    await recordUserAudit(db, ctx, { userId, action: 'two_factor.enabled', target: null })
    return { recoveryCodes: openContents(ctx.deps, row).recoveryCodes }
  })
}

function alreadyEnabled(): AppError {
  return new AppError('CONFLICT', 'Two-factor authentication is already on. Turn it off first.')
}
