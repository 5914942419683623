import { z } from 'zod'
import { authorize } from '../access/authorize.ts'
import { recordAudit } from '../foundation/audit-log.ts'
import type { Ctx } from '../foundation/context.ts'
import { notFound } from '../foundation/errors.ts'
import { uuidSchema } from '../foundation/ids.ts'
import { parse } from '../foundation/parse.ts'
import type { OrganizationRecord } from './definition.ts'
import { planSchema } from './limits.ts'
import { toOrganizationRecord } from './read.ts'

const inputSchema = z.strictObject({
  organizationId: uuidSchema,
  plan: planSchema,
})

/**
 * Moves an organization to another plan. Operators only.
 * @throws {AppError} NOT_FOUND
 */
export async function setPlan({
  ctx,
  input,
}: {
  ctx: Ctx
  input: z.input<typeof inputSchema>
}): Promise<OrganizationRecord> {
  authorize(ctx, 'operate')
  const { organizationId, plan } = parse(inputSchema, input)
  const [organization] = await ctx.db.prisma.organization.updateManyAndReturn({
    where: { id: organizationId },
    data: { plan },
  })
  if (!organization) throw notFound('Organization')
  await recordAudit(ctx.db.prisma, ctx, { organizationId, action: 'plan.changed', target: plan })
  return toOrganizationRecord(organization)
}
