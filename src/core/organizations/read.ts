import type { Organization } from '../../generated/prisma/client.ts'
import { authorize, requireOrganizationId } from '../access/authorize.ts'
import type { Ctx } from '../foundation/context.ts'
import { notFound } from '../foundation/errors.ts'
import type { OrganizationDetails, OrganizationRecord } from './definition.ts'
import { limitsOf } from './limits.ts'

/** Returns the public fields of an organization row. */
export function toOrganizationRecord(organization: Organization): OrganizationRecord {
  const { id, name, plan, creditBalance } = organization
  return { id, name, plan, credits: creditBalance }
}

/**
 * Returns the caller's organization, including its credits.
 * @throws {AppError} FORBIDDEN for an operator; NOT_FOUND if the organization was deleted
 */
export async function readOrganization({ ctx }: { ctx: Ctx }): Promise<OrganizationDetails> {
  authorize(ctx, 'organization:read')
  const organization = await ctx.db.prisma.organization.findUnique({
    where: { id: requireOrganizationId(ctx) },
  })
  if (!organization) throw notFound('Organization')
  const { createdAt } = organization
  return { ...toOrganizationRecord(organization), createdAt, limits: limitsOf(organization) }
}
