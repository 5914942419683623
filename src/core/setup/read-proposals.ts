import type { Ctx } from '../context.ts'
import { isUuid } from '../ids.ts'
import { readableProjects } from '../projects/scope.ts'
import { type ProposalRecord, recordOf } from './proposal.ts'

/** Proposals by id, in the order asked for; null for a missing one and for one of a project the caller may not look into. */
export async function readProposals({
  ctx,
  input,
}: {
  ctx: Ctx
  input: { ids: readonly string[] }
}): Promise<(ProposalRecord | null)[]> {
  const proposals = await ctx.db.prisma.setupProposal.findMany({
    where: { id: { in: input.ids.filter(isUuid) }, project: readableProjects(ctx) },
  })
  const found = new Map(proposals.map((proposal) => [proposal.id, recordOf(proposal)]))
  return input.ids.map((id) => found.get(id.toLowerCase()) ?? null)
}
