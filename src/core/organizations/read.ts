import { authorize, organizationOf } from '../authorize.ts'
import type { Ctx } from '../context.ts'
import { notFound } from '../errors.ts'
import { type OrganizationRecord, recordOf } from './create.ts'

/** The organization the caller belongs to, credits included. */
export async function readOrganization({ ctx }: { ctx: Ctx }): Promise<OrganizationRecord> {
  authorize(ctx, 'organization:read')
  const organization = await ctx.db.prisma.organization.findUnique({ where: { id: organizationOf(ctx) } })
  if (!organization) throw notFound('Organization')
  return recordOf(organization)
}
