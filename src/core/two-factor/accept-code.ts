import type { Prisma, TwoFactor } from '../../generated/prisma/client.ts'
import { recordUserAudit } from '../foundation/audit-log.ts'
import type { AnonymousCtx } from '../foundation/context.ts'
import type { SecretDeps } from '../foundation/secrets.ts'
import { openContents, sealContents, stepOf } from './secret.ts'

/** Locks and returns the two-factor row of a user; null if there is none. */
export async function lockTwoFactor(db: Prisma.TransactionClient, userId: string): Promise<TwoFactor | null> {
  await db.$queryRaw`SELECT 1 FROM two_factor WHERE user_id = ${userId}::uuid FOR UPDATE`
  return db.twoFactor.findUnique({ where: { userId } })
}

/**
 * Accepts a code from the authenticator app, or a recovery code if two-factor authentication is confirmed. Each code is
 * accepted once. Call it with a locked row.
 * @param code spaces and the letter case do not matter
 * @returns false for a wrong or used code
 */
export async function acceptCode(
  ctx: AnonymousCtx<SecretDeps>,
  db: Prisma.TransactionClient,
  row: TwoFactor,
  code: string,
): Promise<boolean> {
  const { id, userId } = row
  const typed = code.replaceAll(/\s/g, '').toLowerCase()
  const contents = openContents(ctx.deps, row)
  const step = stepOf(contents, typed, ctx.now(), row.lastStep)
  if (step !== null) {
    await db.twoFactor.update({ where: { id }, data: { lastStep: step } })
    return true
  }
  if (row.confirmedAt === null || !contents.recoveryCodes.includes(typed)) return false
  const recoveryCodes = contents.recoveryCodes.filter((unused) => unused !== typed)
  await db.twoFactor.update({
    where: { id },
    data: { sealed: sealContents(ctx.deps, { ...contents, recoveryCodes }) },
  })
  const target = `${recoveryCodes.length} left`
  await recordUserAudit(db, ctx, { userId, action: 'recovery_code.used', target })
  return true
}
