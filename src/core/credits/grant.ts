import { z } from 'zod'
import { authorize } from '../access/authorize.ts'
import { recordAudit } from '../foundation/audit-log.ts'
import type { Ctx } from '../foundation/context.ts'
import { AppError, notFound } from '../foundation/errors.ts'
import { newId, uuidSchema } from '../foundation/ids.ts'
import { parse } from '../foundation/parse.ts'
import { transaction } from '../foundation/transaction.ts'
import { moveCredits } from './move.ts'

const inputSchema = z.strictObject({
  organizationId: uuidSchema,
  credits: z
    .int('must be a whole number')
    .positive('must be at least 1')
    .max(1_000_000_000, 'must be at most 1,000,000,000'),
})

/** Maximum balance in credits. It fits into the 32-bit column and leaves room for refunds. */
const MAXIMUM_BALANCE = 2_000_000_000

/**
 * Adds prepaid credits to an organization. Operators only.
 * @returns the new balance
 * @throws {AppError} NOT_FOUND; BAD_REQUEST when the balance would exceed its maximum
 */
export async function grantCredits({
  ctx,
  input,
}: {
  ctx: Ctx
  input: z.input<typeof inputSchema>
}): Promise<{ organizationId: string; credits: number }> {
  authorize(ctx, 'operate')
  const { organizationId, credits } = parse(inputSchema, input)
  return transaction(ctx, async ({ db }) => {
    const before = await db.organization.findUnique({ where: { id: organizationId } })
    if (!before) throw notFound('Organization')
    if (before.creditBalance + credits > MAXIMUM_BALANCE) {
      throw new AppError('BAD_REQUEST', `A balance cannot exceed ${MAXIMUM_BALANCE} credits.`, {
        fieldErrors: { credits: `must leave the balance at or below ${MAXIMUM_BALANCE}` },
      })
    }
    await moveCredits(db, { organizationId, kind: 'grant', credits, cause: `grant:${newId()}` })
    await recordAudit(db, ctx, { organizationId, action: 'credits.granted', target: String(credits) })
    const after = await db.organization.findUniqueOrThrow({ where: { id: organizationId } })
    return { organizationId, credits: after.creditBalance }
  })
}
