import { isDeepStrictEqual } from 'node:util'
import type { Prisma, SetupProposal } from '../../generated/prisma/client.ts'
import type { SiteFailure } from '../../generated/prisma/enums.ts'
import type { Ctx } from '../context.ts'
import { newId } from '../ids.ts'
import { transaction } from '../transaction.ts'
import type { Page } from './page.ts'
import type { Proposal } from './proposal.ts'
import { propose } from './propose.ts'
import { readSite } from './site.ts'

/**
 * Runs the setup of a project: reads its site and writes proposals, which change nothing until they are accepted. Without a
 * site the proposals come from the name alone; so they do when the site cannot be read, and the setup is then `failed`. Safe
 * to run several times, also concurrently: only the first to end writes. Does nothing for a deleted project.
 */
export async function runSetup({ ctx, input }: { ctx: Ctx; input: { projectId: string } }): Promise<void> {
  const { projectId } = input
  const [project] = await ctx.db.prisma.$queryRaw<{ url: string | null }[]>`
    UPDATE project SET setup_status = 'running', setup_failure = NULL
    WHERE id = ${projectId}::uuid AND setup_status IN ('queued', 'running') RETURNING url`
  if (!project) return
  const market = ctx.deps.simulatedMarket(project.url)
  let page: Page | null = null
  let failure: SiteFailure | null = null
  if (project.url !== null && !market) {
    const site = await readSite(ctx, project.url)
    if ('page' in site) page = site.page
    else {
      failure = site.failure
      ctx.deps.logger.warn(
        { projectId, reason: failure },
        'site of a project not read; proposals come from its name alone',
      )
    }
  }
  await transaction(ctx, async ({ db, publish }) => {
    if (!(await end(db, projectId, failure))) return
    const { competitors, ...settings } = await db.project.findUniqueOrThrow({
      where: { id: projectId },
      include: { competitors: { select: { name: true } } },
    })
    const proposals = propose(
      { ...settings, competitors: competitors.map(({ name }) => name) },
      { page, market },
    )
    await renewProposals(db, projectId, proposals)
    publish({ projectId, changed: 'setup' })
  })
}

/**
 * Written in SQL, here and above, so that `updated_at` stays: a setup does not change the project's settings.
 * @returns false when the setup has ended already
 */
async function end(
  db: Prisma.TransactionClient,
  projectId: string,
  failure: SiteFailure | null,
): Promise<boolean> {
  const status = failure ? 'failed' : 'completed'
  const ended = await db.$executeRaw`
    UPDATE project SET setup_status = ${status}::"SetupStatus", setup_failure = ${failure}::"SiteFailure"
    WHERE id = ${projectId}::uuid AND setup_status IN ('queued', 'running')`
  return ended === 1
}

/**
 * Writes the proposals of a setup. After an earlier setup only new ones are added: those already decided are not proposed again, and
 * undecided ones that are not proposed any more are deleted. The caller holds the lock of the project.
 */
async function renewProposals(
  db: Prisma.TransactionClient,
  projectId: string,
  proposals: readonly Proposal[],
): Promise<void> {
  const earlier = await db.setupProposal.findMany({ where: { projectId } })
  const obsolete = earlier.filter(
    (row) => row.decidedAt === null && !proposals.some((proposal) => isSame(proposal, row)),
  )
  await db.setupProposal.deleteMany({ where: { id: { in: obsolete.map(({ id }) => id) } } })
  const added = proposals.filter((proposal) => !earlier.some((row) => isSame(proposal, row)))
  await db.setupProposal.createMany({
    data: added.map((proposal) => ({ id: newId(), projectId, ...proposal })),
  })
}

function isSame({ kind, payload }: Proposal, row: SetupProposal): boolean {
  return row.kind === kind && isDeepStrictEqual(row.payload, payload)
}
