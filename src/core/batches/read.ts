import type { Prisma } from '../../generated/prisma/client.ts'
import { organizationOf } from '../authorize.ts'
import type { Ctx } from '../context.ts'
import { type BatchRecord, recordOf } from './batch-record.ts'

/**
 * Which batches the caller may see, as a condition no query of batches goes without: a project key those of its project,
 * an organization key the projectless ones of its organization (specification §5.7), a member all of the organization's.
 */
export function visibleBatches(ctx: Ctx): Prisma.BatchWhereInput {
  const organizationId = organizationOf(ctx)
  if (ctx.actor.type === 'key') return { organizationId, projectId: ctx.actor.projectId }
  return { organizationId }
}

/** The visible batches among these; missing ones and other tenants' are left out. */
export async function readBatches(ctx: Ctx, where: Prisma.BatchWhereInput): Promise<BatchRecord[]> {
  const batches = await ctx.db.prisma.batch.findMany({ where: { AND: [where, visibleBatches(ctx)] } })
  return batches.map(recordOf)
}
