import { z } from 'zod'
import { authorize } from '../authorize.ts'
import type { Ctx } from '../context.ts'
import { notFound } from '../errors.ts'
import { uuidSchema } from '../ids.ts'
import { parse } from '../parse.ts'
import { type OrganizationRecord, recordOf } from './create.ts'

const inputSchema = z.strictObject({
  organizationId: uuidSchema,
  plan: z.enum(['free', 'pro'], 'must be free or pro'),
})

/**
 * Moves an organization to a plan. Operators only.
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
  return recordOf(organization)
}
