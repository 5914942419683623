import { authorize } from '../authorize.ts'
import type { Ctx } from '../context.ts'
import { notFound } from '../errors.ts'
import { inIdOrder, isUuid } from '../ids.ts'
import { belowEach, countOfEach, type Page, rowsOfEach } from '../page.ts'
import { READABLE, readableProjects, readableValues } from '../project-access.ts'
import { readProjects } from '../projects/read.ts'
import { type ProposalRecord, toProposalRecord } from './proposal.ts'

/** Lists of proposals, those of each of these projects; with `decided`, only those that are decided, or only those that are not. */
interface ProposalLists {
  ids: readonly string[]
  decided?: boolean | undefined
}

/** Larger than the proposals of any project, which are a few dozen. */
const WHOLE: Page = { size: 10_000, backward: false, after: null, before: null }

const MATCHING = `FROM setup_proposal s JOIN project o ON o.id = s.project_id
  WHERE ${READABLE} AND o.id = of.id AND ($5::boolean IS NULL OR (s.decided_at IS NOT NULL) = $5)`

/**
 * The proposals of each project, ordered by creation, which within one setup is: name, description, domains, aliases,
 * competitors, prompts; with `page`, those of the page and one more if there are more.
 * @throws {AppError} PROJECT_SCOPED_KEY_REQUIRED; NOT_FOUND, also for another tenant's project
 */
export async function listProposals({
  ctx,
  input: { page = WHOLE, ...lists },
}: {
  ctx: Ctx
  input: ProposalLists & { page?: Page }
}): Promise<ProposalRecord[][]> {
  const values = await valuesOf(ctx, lists)
  const { rows } = await ctx.db.pool.query<Parameters<typeof toProposalRecord>[0]>({
    name: `proposals-page-${page.backward}`,
    text: `${belowEach(
      '$4',
      `SELECT s.id, s.project_id AS "projectId", s.kind, s.payload, s.created_at AS "createdAt",
         s.decided_at AS "decidedAt", s.accepted ${MATCHING}
         AND ($6::uuid IS NULL OR s.id > $6) AND ($7::uuid IS NULL OR s.id < $7)
       ORDER BY s.id ${page.backward ? 'DESC' : 'ASC'} LIMIT $8`,
    )} ORDER BY i.id`,
    values: [...values, page.after, page.before, page.size + 1],
  })
  return rowsOfEach(lists.ids, rows, ({ projectId }) => projectId).map((found) => found.map(toProposalRecord))
}

/**
 * How many proposals {@link listProposals} has in all pages of each list.
 * @throws {AppError} as {@link listProposals}
 */
export async function countProposals({ ctx, input }: { ctx: Ctx; input: ProposalLists }): Promise<number[]> {
  const { rows } = await ctx.db.pool.query<{ of: string; count: number }>({
    name: 'count-proposals',
    text: belowEach('$4', `SELECT count(*)::int AS count ${MATCHING}`),
    values: await valuesOf(ctx, input),
  })
  return countOfEach(input.ids, rows)
}

async function valuesOf(ctx: Ctx, { ids, decided }: ProposalLists): Promise<unknown[]> {
  authorize(ctx, 'project:read')
  const projects = await readProjects({ ctx, input: { ids } })
  if (projects.includes(null)) throw notFound('Project')
  return [...readableValues(ctx), ids, decided ?? null]
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
