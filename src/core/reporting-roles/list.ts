import { z } from 'zod'
import { authorize } from '../access/authorize.ts'
import type { Ctx } from '../foundation/context.ts'
import { uuidSchema } from '../foundation/ids.ts'
import { parse } from '../foundation/parse.ts'
import { type ReportingRoleRecord, toReportingRoleRecord } from './definition.ts'

const inputSchema = z.strictObject({ organizationId: uuidSchema.optional() })

/** Returns the reporting roles of an organization, or of all organizations, oldest first. Operators only. */
export async function listReportingRoles({
  ctx,
  input,
}: {
  ctx: Ctx
  input: z.input<typeof inputSchema>
}): Promise<ReportingRoleRecord[]> {
  authorize(ctx, 'operate')
  const { organizationId } = parse(inputSchema, input)
  const roles = await ctx.db.prisma.reportingRole.findMany({
    where: { ...(organizationId && { organizationId }) },
    orderBy: [{ createdAt: 'asc' }, { roleName: 'asc' }],
  })
  return roles.map(toReportingRoleRecord)
}
