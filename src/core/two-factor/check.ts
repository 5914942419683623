import type { AnonymousCtx } from '../foundation/context.ts'
import type { SecretDeps } from '../foundation/secrets.ts'
import { transaction } from '../foundation/transaction.ts'
import { acceptCode, lockTwoFactor } from './accept-code.ts'

/** Result of the check of a second factor. A user without one passes. */
export type SecondFactor = 'passed' | 'missing' | 'wrong'

/**
 * Checks the second factor of a user whose password was right.
 * @param code null if the user was not asked for a code yet
 * @returns `passed` also for a user without two-factor authentication
 */
export async function checkSecondFactor(
  ctx: AnonymousCtx<SecretDeps>,
  userId: string,
  code: string | null,
): Promise<SecondFactor> {
  return transaction(ctx, async ({ db }) => {
    const row = await lockTwoFactor(db, userId)
    if (!row?.confirmedAt) return 'passed'
    if (code === null) return 'missing'
    return (await acceptCode(ctx, db, row, code)) ? 'passed' : 'wrong'
  })
}
