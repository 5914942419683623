import { authorize } from '../authorize.ts'
import type { Ctx } from '../context.ts'
import { readProject } from '../projects/read.ts'
import { type ProposalRecord, recordOf } from './proposal.ts'

/**
 * What setup proposed for a project, in the order to show it: name, description, domains, aliases, competitors, prompts.
 * Decided ones included; a few dozen at most.
 * @throws {AppError} PROJECT_SCOPED_KEY_REQUIRED; NOT_FOUND, also for another tenant's project
 */
export async function listProposals({
  ctx,
  input,
}: {
  ctx: Ctx
  input: { projectId: string }
}): Promise<ProposalRecord[]> {
  authorize(ctx, 'project:read')
  const { id } = await readProject({ ctx, input: { id: input.projectId } })
  const proposals = await ctx.db.prisma.setupProposal.findMany({
    where: { projectId: id },
    orderBy: { id: 'asc' },
  })
  return proposals.map(recordOf)
}
