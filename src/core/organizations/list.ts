import { authorize } from '../access/authorize.ts'
import type { Ctx } from '../foundation/context.ts'
import type { OrganizationRecord } from './definition.ts'
import { toOrganizationRecord } from './read.ts'

/** Returns all organizations, oldest first. Operators only. */
export async function listOrganizations({ ctx }: { ctx: Ctx }): Promise<OrganizationRecord[]> {
  authorize(ctx, 'operate')
  const organizations = await ctx.db.prisma.organization.findMany({ orderBy: { id: 'asc' } })
  return organizations.map(toOrganizationRecord)
}
