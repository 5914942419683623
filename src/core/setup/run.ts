import { isDeepStrictEqual } from 'node:util'
import type { Prisma, SetupProposal } from '../../generated/prisma/client.ts'
import type { SiteFailure } from '../../generated/prisma/enums.ts'
import { asLockedProjectId, type LockedProjectId } from '../access/visible.ts'
import type { Ctx } from '../foundation/context.ts'
import { newId } from '../foundation/ids.ts'
import { transaction } from '../foundation/transaction.ts'
import type { SetupDeps } from './dependencies.ts'
import type { Page } from './page.ts'
import type { Proposal } from './proposal.ts'
import { propose } from './propose.ts'
import { fetchSite } from './site.ts'

/**
 * Runs the setup of a project: reads its site and stores proposals, which have no effect until they are accepted.
 * Without a site, the proposals are based only on the name. This also happens if the site cannot be read; the setup
 * then ends as `failed`. Safe to run several times, even concurrently: only the first run to end writes anything. Does
 * nothing for a deleted project.
 */
export async function runSetup({
  ctx,
  input,
}: {
  ctx: Ctx<SetupDeps>
  input: { projectId: string }
}): Promise<void> {
  const { projectId } = input
  const [project] = await ctx.db.prisma.$queryRaw<{ url: string | null }[]>`
    UPDATE project SET setup_status = 'running', setup_failure = NULL
    WHERE id = ${projectId}::uuid AND setup_status IN ('queued', 'running') RETURNING url`
  if (!project) return
  const market = ctx.deps.findMarket(project.url)
  let page: Page | null = null
  let failure: SiteFailure | null = null
  if (project.url !== null && !market) {
    const site = await fetchSite(ctx, project.url)
    if ('page' in site) page = site.page
    else {
      failure = site.failure
      ctx.deps.logger.warn(
        { projectId, reason: failure },
        'failed to read the site of a project; its proposals are based on the name alone',
      )
    }
  }
  await transaction(ctx, async ({ db, publish }) => {
    const lockedId = await endSetup(db, projectId, failure)
    if (!lockedId) return
    const { competitors, ...settings } = await db.project.findUniqueOrThrow({
      where: { id: projectId },
      include: { competitors: { select: { name: true } } },
    })
    const proposals = propose(
      { ...settings, competitors: competitors.map(({ name }) => name) },
      { page, market },
    )
    await renewProposals(db, lockedId, proposals)
    publish({ projectId, changed: 'setup' })
  })
}

/**
 * Stores the end of a setup. Uses SQL to keep `updated_at`, because setup does not change the settings of the project.
 * @returns the project, locked by the update; null if the setup has already ended
 */
async function endSetup(
  db: Prisma.TransactionClient,
  projectId: string,
  failure: SiteFailure | null,
): Promise<LockedProjectId | null> {
  const status = failure ? 'failed' : 'completed'
  const ended = await db.$executeRaw`
    UPDATE project SET setup_status = ${status}::"SetupStatus", setup_failure = ${failure}::"SiteFailure"
    WHERE id = ${projectId}::uuid AND setup_status IN ('queued', 'running')`
  return ended === 1 ? asLockedProjectId(projectId) : null
}

/**
 * Stores the proposals of a setup. If there are proposals from an earlier setup, only new ones are added: decided
 * proposals are not proposed again, and undecided proposals that are no longer proposed are deleted.
 */
async function renewProposals(
  db: Prisma.TransactionClient,
  projectId: LockedProjectId,
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
