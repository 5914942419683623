import type { Prisma } from '../../generated/prisma/client.ts'
import type { Ctx } from '../context.ts'
import { transaction } from '../transaction.ts'
import { marketOf } from './market.ts'
import type { Page } from './page.ts'
import { propose } from './propose.ts'
import { renewProposals } from './renew.ts'
import { readSite } from './site.ts'

/**
 * Looks at the site of a project and writes proposals, which wait for a decision: nothing of the project changes but the
 * state of its setup (contract §3 "Setup enrichment"). Without a site it proposes from the name alone, and so it does
 * when the site cannot be read, which makes the setup `failed`. Safe to run again, also at once: only the first to end
 * writes, and a project that is gone is nobody's failure.
 */
export async function runSetup({ ctx, input }: { ctx: Ctx; input: { projectId: string } }): Promise<void> {
  const { projectId } = input
  const [project] = await ctx.db.prisma.$queryRaw<{ url: string | null }[]>`
    UPDATE project SET setup_status = 'running'
    WHERE id = ${projectId}::uuid AND setup_status IN ('queued', 'running') RETURNING url`
  if (!project) return
  const market = marketOf(project.url)
  let page: Page | null = null
  let failed = false
  if (project.url !== null && !market) {
    const site = await readSite(ctx, project.url)
    if ('page' in site) page = site.page
    else {
      failed = true
      ctx.deps.logger.warn({ projectId, reason: site.failure }, 'the site of a project could not be read')
    }
  }
  await transaction(ctx, async ({ db, publish }) => {
    if (!(await end(db, projectId, failed ? 'failed' : 'completed'))) return
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

/** In SQL, here and above: the setup is no change of the project's settings, so that `updated_at` stays. */
async function end(
  db: Prisma.TransactionClient,
  projectId: string,
  status: 'completed' | 'failed',
): Promise<boolean> {
  const ended = await db.$executeRaw`
    UPDATE project SET setup_status = ${status}::"SetupStatus"
    WHERE id = ${projectId}::uuid AND setup_status IN ('queued', 'running')`
  return ended === 1
}
