import { authorize, organizationOf } from '../authorize.ts'
import type { Ctx } from '../context.ts'
import { notFound } from '../errors.ts'
import { type OrganizationRecord, recordOf } from './create.ts'
import { type Limits, limitsOf } from './plans.ts'

/** An organization as those who belong to it see it. */
export interface OrganizationDetails extends OrganizationRecord {
  createdAt: Date
  /** Those in force: of the plan, or its own. */
  limits: Limits
}

/** The organization the caller belongs to, credits included. */
export async function readOrganization({ ctx }: { ctx: Ctx }): Promise<OrganizationDetails> {
  authorize(ctx, 'organization:read')
  const organization = await ctx.db.prisma.organization.findUnique({ where: { id: organizationOf(ctx) } })
  if (!organization) throw notFound('Organization')
  const { createdAt } = organization
  return { ...recordOf(organization), createdAt, limits: limitsOf(organization) }
}
