import type { Organization } from '../../generated/prisma/client.ts'
import { authorize, organizationOf } from '../authorize.ts'
import type { Ctx } from '../context.ts'
import { notFound } from '../errors.ts'
import type { OrganizationDetails, OrganizationRecord } from './definition.ts'
import { limitsOf } from './plans.ts'

/** The public part of an organization row. */
export function toOrganizationRecord(organization: Organization): OrganizationRecord {
  const { id, name, plan, creditBalance } = organization
  return { id, name, plan, credits: creditBalance }
}

/**
 * The organization the caller belongs to, with its credits.
 * @throws {AppError} FORBIDDEN for an operator; NOT_FOUND after its deletion
 */
export async function readOrganization({ ctx }: { ctx: Ctx }): Promise<OrganizationDetails> {
  authorize(ctx, 'organization:read')
  const organization = await ctx.db.prisma.organization.findUnique({ where: { id: organizationOf(ctx) } })
  if (!organization) throw notFound('Organization')
  const { createdAt } = organization
  return { ...toOrganizationRecord(organization), createdAt, limits: limitsOf(organization) }
}
