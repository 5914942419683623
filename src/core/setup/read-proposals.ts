import { authorize } from '../access/authorize.ts'
import { READABLE, readableProjects, readableValues } from '../access/project-access.ts'
import type { Ctx } from '../foundation/context.ts'
import { notFound } from '../foundation/errors.ts'
import { inIdOrder, isUuid } from '../foundation/ids.ts'
import { countByParent, groupByParent, type Page, queryPerParent } from '../foundation/page.ts'
import { readProjects } from '../projects/read.ts'
import { type ProposalRecord, toProposalRecord } from './proposal.ts'

/**
 * Lists of proposals, one per project in `ids`. `decided` restricts them to decided or to undecided proposals. The
 * undecided ones exclude what the project has in the meantime.
 */
interface ProposalLists {
  ids: readonly string[]
  decided?: boolean | undefined
}

/** A page larger than the few dozen proposals that a project has. */
const ALL: Page = { size: 10_000, backward: false, after: null, before: null }

const MATCHING = `FROM setup_proposal s JOIN project o ON o.id = s.project_id
  WHERE ${READABLE} AND o.id = of.id AND ($5::boolean IS NULL OR (s.decided_at IS NOT NULL) = $5)
  AND NOT ($5 IS FALSE AND CASE s.kind
    WHEN 'prompt' THEN EXISTS (SELECT FROM prompt p
      WHERE p.project_id = o.id AND p.deleted_at IS NULL AND p.text = s.payload->>'text')
    WHEN 'competitor' THEN EXISTS (SELECT FROM competitor c
      WHERE c.project_id = o.id AND c.canonical_key = lower(normalize(btrim(s.payload->>'name'), NFKC)))
    WHEN 'domain' THEN s.payload->>'domain' = ANY(o.domains)
    WHEN 'alias' THEN s.payload->>'name' = ANY(o.aliases)
    ELSE false END)`

/**
 * Returns the proposals of each project, ordered by creation. Within one setup the order is: name, description,
 * domains, aliases, competitors, prompts. With `page`, returns only that page, plus one extra proposal if there are
 * more.
 * @throws {AppError} PROJECT_SCOPED_KEY_REQUIRED; NOT_FOUND, including for another tenant's project
 */
export async function listProposals({
  ctx,
  input: { page = ALL, ...lists },
}: {
  ctx: Ctx
  input: ProposalLists & { page?: Page }
}): Promise<ProposalRecord[][]> {
  const values = await valuesOf(ctx, lists)
  const { rows } = await ctx.db.pool.query<Parameters<typeof toProposalRecord>[0]>({
    name: `proposals-page-${page.backward}`,
    text: `${queryPerParent(
      '$4',
      `SELECT s.id, s.project_id AS "projectId", s.kind, s.payload, s.created_at AS "createdAt",
         s.decided_at AS "decidedAt", s.accepted ${MATCHING}
         AND ($6::uuid IS NULL OR s.id > $6) AND ($7::uuid IS NULL OR s.id < $7)
       ORDER BY s.id ${page.backward ? 'DESC' : 'ASC'} LIMIT $8`,
    )} ORDER BY i.id`,
    values: [...values, page.after, page.before, page.size + 1],
  })
  return groupByParent(lists.ids, rows, ({ projectId }) => projectId).map((listRows) =>
    listRows.map(toProposalRecord),
  )
}

/**
 * Returns the total number of proposals in all pages of {@link listProposals}, for each list.
 * @throws {AppError} like {@link listProposals}
 */
export async function countProposals({ ctx, input }: { ctx: Ctx; input: ProposalLists }): Promise<number[]> {
  const { rows } = await ctx.db.pool.query<{ of: string; count: number }>({
    name: 'count-proposals',
    text: queryPerParent('$4', `SELECT count(*)::int AS count ${MATCHING}`),
    values: await valuesOf(ctx, input),
  })
  return countByParent(input.ids, rows)
}

async function valuesOf(ctx: Ctx, { ids, decided }: ProposalLists): Promise<unknown[]> {
  authorize(ctx, 'project:read')
  const projects = await readProjects({ ctx, input: { ids } })
  if (projects.includes(null)) throw notFound('Project')
  return [...readableValues(ctx), ids, decided ?? null]
}

/**
 * Returns proposals by id, in the given order. A proposal is null if it is missing or belongs to a project that the
 * caller may not read.
 */
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
