import { z } from 'zod'
import { authorize } from '../access/authorize.ts'
import { recordAudit } from '../foundation/audit-log.ts'
import type { Ctx } from '../foundation/context.ts'
import { notFound } from '../foundation/errors.ts'
import { uuidSchema } from '../foundation/ids.ts'
import { parse } from '../foundation/parse.ts'
import { transaction } from '../foundation/transaction.ts'
import type { Retention } from './retention.ts'

const daysSchema = z
  .int('must be a whole number of days')
  .min(1, 'must be at least 1')
  .max(36_500, 'must be at most 36,500')
  .nullable()
  .optional()

const inputSchema = z.strictObject({
  organizationId: uuidSchema,
  rawDays: daysSchema,
  textDays: daysSchema,
  logDays: daysSchema,
})

/**
 * Sets for how many days an organization keeps raw responses, texts of answers and logs; null: as long as the installation does.
 * Omitted values do not change. Operators only.
 * @returns the values of the organization
 * @throws {AppError} BAD_REQUEST; NOT_FOUND
 */
export async function setRetention({
  ctx,
  input,
}: {
  ctx: Ctx
  input: z.input<typeof inputSchema>
}): Promise<Retention & { id: string }> {
  authorize(ctx, 'operate')
  const { organizationId, rawDays, textDays, logDays } = parse(inputSchema, input)
  const { rawRetentionDays, textRetentionDays, logRetentionDays } = await transaction(ctx, async ({ db }) => {
    const [organization] = await db.organization.updateManyAndReturn({
      where: { id: organizationId },
      data: {
        ...(rawDays !== undefined && { rawRetentionDays: rawDays }),
        ...(textDays !== undefined && { textRetentionDays: textDays }),
        ...(logDays !== undefined && { logRetentionDays: logDays }),
      },
    })
    if (!organization) throw notFound('Organization')
    const { rawRetentionDays, textRetentionDays, logRetentionDays } = organization
    const show = (days: number | null) => (days === null ? 'default' : `${days} days`)
    const target = `raw responses: ${show(rawRetentionDays)}, texts: ${show(textRetentionDays)}, logs: ${show(logRetentionDays)}`
    await recordAudit(db, ctx, { organizationId, action: 'retention.changed', target })
    return organization
  })
  return {
    id: organizationId,
    rawDays: rawRetentionDays,
    textDays: textRetentionDays,
    logDays: logRetentionDays,
  }
}
