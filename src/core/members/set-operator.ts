import { z } from 'zod'
import { accessChanged } from '../access/access-changes.ts'
import { authorize } from '../access/authorize.ts'
import { recordUserAudit } from '../foundation/audit-log.ts'
import type { Ctx } from '../foundation/context.ts'
import { notFound } from '../foundation/errors.ts'
import { parse } from '../foundation/parse.ts'
import { transaction } from '../foundation/transaction.ts'
import { emailSchema } from './credentials.ts'

const inputSchema = z.strictObject({ email: emailSchema, operator: z.boolean() })

/**
 * Lets a user see the state of the whole installation in the dashboard, or no longer. Operators only.
 * @throws {AppError} NOT_FOUND for an unknown address
 */
export async function setOperator({
  ctx,
  input,
}: {
  ctx: Ctx
  input: z.input<typeof inputSchema>
}): Promise<{ email: string; operator: boolean }> {
  authorize(ctx, 'operate')
  const { email, operator } = parse(inputSchema, input)
  const id = await transaction(ctx, async ({ db }) => {
    const user = await db.user.findUnique({ where: { email } })
    if (!user) throw notFound('User')
    if (user.operator === operator) return user.id
    await db.user.update({ where: { id: user.id }, data: { operator } })
    const action = operator ? 'operator.added' : 'operator.removed'
    await recordUserAudit(db, ctx, { userId: user.id, action, target: email })
    return user.id
  })
  accessChanged(id)
  return { email, operator }
}
