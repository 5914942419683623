import { z } from 'zod'
import type { Organization, Plan } from '../../generated/prisma/client.ts'
import { authorize } from '../authorize.ts'
import type { Ctx } from '../context.ts'
import { grantCredits } from '../credits/grant.ts'
import { newId } from '../ids.ts'
import { parse } from '../parse.ts'
import { nameSchema } from '../text.ts'

const planSchema = z.enum(['free', 'pro'], 'must be free or pro')

const inputSchema = z.strictObject({
  name: nameSchema,
  plan: planSchema.default('free'),
  credits: z.int('must be a whole number').nonnegative('must not be negative').max(1_000_000_000).default(0),
})

/** Makes an organization, with its first credits when any are given. Operators only. */
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
  if (credits === 0) return recordOf(organization)
  await grantCredits({ ctx, input: { organizationId: organization.id, credits } })
  return { ...recordOf(organization), credits }
}

export interface OrganizationRecord {
  id: string
  name: string
  plan: Plan
  credits: number
}

/** An organization as operators and its own members see it. */
export function recordOf(organization: Organization): OrganizationRecord {
  const { id, name, plan, creditBalance } = organization
  return { id, name, plan, credits: creditBalance }
}
