import type { Prisma } from '../../generated/prisma/client.ts'
import { authorize } from '../authorize.ts'
import type { Ctx } from '../context.ts'
import { idPage, inListOrder, type Page } from '../page.ts'
import { readProject } from '../projects/read.ts'
import { type ProposalRecord, recordOf } from './proposal.ts'

/** What setup proposed for a project; with `decided`, only what was decided, or only what waits for it. */
export interface ProposalList {
  projectId: string
  decided?: boolean | undefined
}

/**
 * Proposals in the order they were made, which within one setup is that to show them: name, description, domains, aliases,
 * competitors, prompts. A few dozen at most; with `page`, those and one more where there is more.
 * @throws {AppError} PROJECT_SCOPED_KEY_REQUIRED; NOT_FOUND, also for another tenant's project
 */
export async function listProposals({
  ctx,
  input,
}: {
  ctx: Ctx
  input: ProposalList & { page?: Page }
}): Promise<ProposalRecord[]> {
  const where = await listed(ctx, input)
  const { page } = input
  if (!page) {
    const proposals = await ctx.db.prisma.setupProposal.findMany({ where, orderBy: { id: 'asc' } })
    return proposals.map(recordOf)
  }
  const { where: between, ...rest } = idPage(page)
  const proposals = await ctx.db.prisma.setupProposal.findMany({ where: { AND: [where, between] }, ...rest })
  return inListOrder(proposals.map(recordOf), page)
}

/**
 * How many there are.
 * @throws {AppError} as {@link listProposals}
 */
export async function countProposals({ ctx, input }: { ctx: Ctx; input: ProposalList }): Promise<number> {
  return ctx.db.prisma.setupProposal.count({ where: await listed(ctx, input) })
}

async function listed(ctx: Ctx, input: ProposalList): Promise<Prisma.SetupProposalWhereInput> {
  authorize(ctx, 'project:read')
  const { id } = await readProject({ ctx, input: { id: input.projectId } })
  if (input.decided === undefined) return { projectId: id }
  return { projectId: id, decidedAt: input.decided ? { not: null } : null }
}
