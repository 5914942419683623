import { z } from 'zod'
import { authorize } from '../access/authorize.ts'
import { grantCredits } from '../credits/grant.ts'
import type { Ctx } from '../foundation/context.ts'
import { newId } from '../foundation/ids.ts'
import { parse } from '../foundation/parse.ts'
import { nameSchema } from '../foundation/text.ts'
import type { OrganizationRecord } from './definition.ts'
import { planSchema } from './limits.ts'
import { DEFAULT_PLAN } from './plans.ts'
import { toOrganizationRecord } from './read.ts'

const inputSchema = z.strictObject({
  name: nameSchema,
  plan: planSchema.default(DEFAULT_PLAN),
  credits: z.int('must be a whole number').nonnegative('must not be negative').max(1_000_000_000).default(0),
})

/**
 * Creates an organization, optionally with initial credits. Operators only.
 * @throws {AppError} FORBIDDEN; BAD_REQUEST
 */
export async function createOrganization({
  ctx,
  input,
}: {
  ctx: Ctx
  input: z.input<typeof inputSchema>
}): Promise<OrganizationRecord> {
  authorize(ctx, 'operate')
  const { name, plan, credits } = parse(inputSchema, input)
  const organization = await ctx.db.prisma.organization.create({ data: { id: newId(), name, plan } })
  if (credits === 0) return toOrganizationRecord(organization)
  await grantCredits({ ctx, input: { organizationId: organization.id, credits } })
  return { ...toOrganizationRecord(organization), credits }
}
