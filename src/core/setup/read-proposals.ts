import type { Prisma } from '../../generated/prisma/client.ts'
import { authorize } from '../authorize.ts'
import type { Ctx } from '../context.ts'
import { inIdOrder, isUuid } from '../ids.ts'
import { idPage, inListOrder, type Page } from '../page.ts'
import { readableProjects } from '../project-access.ts'
import { readProject } from '../projects/read.ts'
import { type ProposalRecord, toProposalRecord } from './proposal.ts'

/** The proposals of a project; with `decided`, only those that are decided, or only those that are not. */
export interface ProposalList {
  projectId: string
  decided?: boolean | undefined
}

/**
 * The proposals of a project, ordered by creation, which within one setup is: name, description, domains, aliases,
 * competitors, prompts. A few dozen at most; with `page`, those of the page and one more if there are more.
 * @throws {AppError} PROJECT_SCOPED_KEY_REQUIRED; NOT_FOUND, also for another tenant's project
 */
export async function listProposals({
  ctx,
  input,
}: {
  ctx: Ctx
  input: ProposalList & { page?: Page }
}): Promise<ProposalRecord[]> {
  const where = await whereOf(ctx, input)
  const { page } = input
  if (!page) {
    const proposals = await ctx.db.prisma.setupProposal.findMany({ where, orderBy: { id: 'asc' } })
    return proposals.map(toProposalRecord)
  }
  const { where: between, ...rest } = idPage(page)
  const proposals = await ctx.db.prisma.setupProposal.findMany({ where: { AND: [where, between] }, ...rest })
  return inListOrder(proposals.map(toProposalRecord), page)
}

/**
 * How many proposals {@link listProposals} has in all its pages.
 * @throws {AppError} as {@link listProposals}
 */
export async function countProposals({ ctx, input }: { ctx: Ctx; input: ProposalList }): Promise<number> {
  return ctx.db.prisma.setupProposal.count({ where: await whereOf(ctx, input) })
}

async function whereOf(ctx: Ctx, input: ProposalList): Promise<Prisma.SetupProposalWhereInput> {
  authorize(ctx, 'project:read')
  const { id } = await readProject({ ctx, input: { id: input.projectId } })
  if (input.decided === undefined) return { projectId: id }
  return { projectId: id, decidedAt: input.decided ? { not: null } : null }
}

/** Proposals by id, in the given order; null for a missing one and for one of a project the caller may not read. */
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
  return inIdOrder(input.ids, proposals, toProposalRecord)
}
