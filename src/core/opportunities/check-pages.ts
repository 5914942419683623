import { snapshotSchema } from '../brands/snapshot.ts'
import type { CitedPagesDeps } from '../cited-pages/dependencies.ts'
import { PAGE_DAYS, readPages } from '../cited-pages/read-pages.ts'
import type { Ctx } from '../foundation/context.ts'

/** Maximum number of pages per project and run, the most cited ones. */
const MAX_PAGES = 50

/** Maximum number of projects queued per sweep. */
const SWEEP_LIMIT = 500

/**
 * Reads the pages in the evidence of a project's opportunities if they are due: after the opportunities were computed
 * from a new run. A page that was read in the seven days before the run ended becomes due when these days are over. Skips
 * runs with simulated answers, because their citations are invented. Safe to run several times.
 */
export async function checkPages({
  ctx,
  input: { projectId },
}: {
  ctx: Ctx<CitedPagesDeps>
  input: { projectId: string }
}): Promise<void> {
  const { citedPages } = ctx.deps
  if (!citedPages) return
  const state = await ctx.db.prisma.opportunityState.findFirst({
    where: { projectId, pagesDueAt: { lte: ctx.now() }, project: { organizationId: { not: null } } },
  })
  if (!state) return
  const { runId, pagesDueAt } = state
  const run = await ctx.db.prisma.batch.findFirst({
    where: { id: runId, results: { none: { simulated: true } } },
    select: { snapshot: true, finishedAt: true },
  })
  const urls = run ? await findUrls(ctx, projectId, runId) : []
  if (run) {
    const snapshot = snapshotSchema.parse(run.snapshot)
    await readPages(ctx, citedPages, { projectId, snapshot, urls })
  }
  if (ctx.deps.stopping.aborted) return
  // If the opportunities were computed again in the meantime, the pages stay due.
  await ctx.db.pool.query({
    name: 'pages-checked',
    text: `UPDATE opportunity_state SET pages_due_at = (
             SELECT min(coalesce(c.fetched_at + make_interval(days => ${PAGE_DAYS}), $5))
             FROM unnest($4::text[]) AS p (url)
             LEFT JOIN cited_page c ON c.project_id = $1 AND c.url_hash = sha256(convert_to(p.url, 'UTF8'))
             WHERE c.fetched_at IS NULL OR c.fetched_at < $6)
           WHERE project_id = $1 AND run_id = $2 AND pages_due_at = $3`,
    values: [projectId, runId, pagesDueAt, urls, ctx.now(), run?.finishedAt ?? null],
  })
  if (urls.length > 0) ctx.deps.events.publish({ projectId, changed: 'opportunities' })
}

/** Returns the pages in the evidence of the current opportunities, most cited first. */
async function findUrls({ db }: Ctx, projectId: string, runId: string): Promise<string[]> {
  const { rows } = await db.pool.query<{ url: string }>({
    name: 'pages-of-opportunities',
    text: `SELECT page->>'url' AS url FROM opportunity o CROSS JOIN jsonb_array_elements(o.evidence->'pages') page
           WHERE o.project_id = $1 AND o.run_id = $2 AND o.status <> 'ignored'
           GROUP BY 1 ORDER BY max((page->>'answers')::int) DESC, 1 LIMIT ${MAX_PAGES}`,
    values: [projectId, runId],
  })
  return rows.map(({ url }) => url)
}

/**
 * Queues the projects with pages to read.
 * @returns the number of queued projects
 */
export async function sweepPages({ ctx }: { ctx: Ctx<CitedPagesDeps> }): Promise<number> {
  if (!ctx.deps.citedPages) return 0
  const { rows } = await ctx.db.pool.query<{ projectId: string }>({
    name: 'due-cited-pages',
    text: `SELECT s.project_id AS "projectId" FROM opportunity_state s JOIN project p ON p.id = s.project_id
           WHERE s.pages_due_at <= $1 AND p.organization_id IS NOT NULL
           ORDER BY s.pages_due_at LIMIT ${SWEEP_LIMIT}`,
    values: [ctx.now()],
  })
  if (rows.length > 0)
    await ctx.deps.queue.add(rows.map(({ projectId }) => ({ name: 'check-pages', projectId })))
  return rows.length
}
