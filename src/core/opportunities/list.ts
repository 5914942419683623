import { z } from 'zod'
import { type Enumeration, valuesOf } from '../../definitions/fields/enumeration.ts'
import { authorize, requireProjectId } from '../access/authorize.ts'
import { READABLE, readableProjects, readableValues } from '../access/project-access.ts'
import type { VisibleProjectId } from '../access/visible.ts'
import type { Ctx } from '../foundation/context.ts'
import { cursorAfter, keyBefore } from '../foundation/cursor.ts'
import { inIdOrder, isUuid } from '../foundation/ids.ts'
import { pageOf, positionsOf } from '../foundation/measured-page.ts'
import {
  countByParent,
  groupByParent,
  itemsAfter,
  type Page,
  pageSizeSchema,
  queryPerParent,
} from '../foundation/page.ts'
import { parse } from '../foundation/parse.ts'
import { OPPORTUNITY_KINDS, OPPORTUNITY_STATUSES } from './foundation/definition.ts'
import { refreshOpportunities } from './refresh.ts'
import { type ListedOpportunity, OPPORTUNITY_COLUMNS, type OpportunityRow, toOpportunities } from './row.ts'

const oneOf = <Value extends string>(enumeration: Enumeration<Value>) => {
  const values = valuesOf(enumeration)
  return z.enum(values, `must be one of ${values.join(', ')}`)
}

/** Schema of {@link OpportunityFilter}. */
export const opportunityFilterSchema = z.strictObject({
  status: oneOf(OPPORTUNITY_STATUSES).optional().describe('Only opportunities with this status.'),
  kind: oneOf(OPPORTUNITY_KINDS).optional().describe('Only opportunities of this kind.'),
})

/** A filter on opportunities. Open ones are only listed while the latest run shows them. */
export type OpportunityFilter = z.output<typeof opportunityFilterSchema>

interface OfProjects {
  ids: readonly string[]
  filter: OpportunityFilter
}

/** SQL sort key: the expected gain, then the largest possible gain. At most nine digits. */
const MEASURE = 'least(p.expected, 99999) * 10000 + least(p.at_most, 9999)'

const MATCHING = `FROM opportunity p JOIN project o ON o.id = p.project_id
    LEFT JOIN opportunity_state s ON s.project_id = o.id
  WHERE ${READABLE} AND o.id = of.id AND ($5::text IS NULL OR p.status::text = $5) AND ($6::text IS NULL OR p.kind = $6)
    AND (p.status <> 'open' OR p.run_id = s.run_id)`

/** An opportunity and its position in a list. */
export type RankedOpportunity = ListedOpportunity & { measure: number }

/**
 * Returns a page of the opportunities of each project, largest expected gain first, with one extra if there are more.
 * Empty for a project that the caller may not read. Computes them first if a new run has ended.
 * @throws {AppError} PROJECT_SCOPED_KEY_REQUIRED
 */
export async function listOpportunities({
  ctx,
  input: { page, ...lists },
}: {
  ctx: Ctx
  input: OfProjects & { page: Page }
}): Promise<RankedOpportunity[][]> {
  const values = await valuesOfLists(ctx, lists)
  const matching = `SELECT ${OPPORTUNITY_COLUMNS}, ${MEASURE} AS rank, p.id::text COLLATE "C" AS name ${MATCHING}`
  const listed = { of: 'matching', measure: 'rank', name: 'name', parameter: 7, page }
  const { rows } = await ctx.db.pool.query<OpportunityRow & { measure: number }>({
    name: `opportunities-page-${page.backward}`,
    text: `${queryPerParent('$4', `WITH matching AS (${matching}) ${pageOf(listed)}`)} ORDER BY i.measure DESC, i.name`,
    values: [...values, ...positionsOf(page)],
  })
  const opportunities = await toOpportunities(ctx, rows)
  const ranked = opportunities.map((opportunity, index) => ({
    ...opportunity,
    measure: rows[index]?.measure ?? 0,
  }))
  return groupByParent(lists.ids, ranked, ({ projectId }) => projectId)
}

/**
 * Counts the opportunities of each project.
 * @throws {AppError} PROJECT_SCOPED_KEY_REQUIRED
 */
export async function countOpportunities({ ctx, input }: { ctx: Ctx; input: OfProjects }): Promise<number[]> {
  const values = await valuesOfLists(ctx, input)
  const { rows } = await ctx.db.pool.query<{ of: string; count: number }>({
    name: 'count-opportunities',
    text: queryPerParent('$4', `SELECT count(*)::int AS count ${MATCHING}`),
    values,
  })
  return countByParent(input.ids, rows)
}

async function valuesOfLists(ctx: Ctx, { ids, filter }: OfProjects): Promise<unknown[]> {
  authorize(ctx, 'runs:read')
  const { status = null, kind = null } = filter
  const readable = await ctx.db.prisma.project.findMany({
    where: { AND: [readableProjects(ctx), { id: { in: ids.filter(isUuid) } }] },
    select: { id: true },
  })
  // The statement above selects only readable projects.
  for (const { id } of readable) await refreshOpportunities(ctx, id as VisibleProjectId)
  return [...readableValues(ctx), ids, status, kind]
}

/** Returns opportunities by id, in the given order; null for one that is missing or that the caller may not read. */
export async function readOpportunities({
  ctx,
  input: { ids },
}: {
  ctx: Ctx
  input: { ids: readonly string[] }
}): Promise<(ListedOpportunity | null)[]> {
  authorize(ctx, 'organization:read')
  const { rows } = await ctx.db.pool.query<OpportunityRow>({
    name: 'opportunities-by-id',
    text: `SELECT ${OPPORTUNITY_COLUMNS} FROM opportunity p JOIN project o ON o.id = p.project_id
             LEFT JOIN opportunity_state s ON s.project_id = o.id
           WHERE ${READABLE} AND p.id = ANY($4::uuid[])`,
    values: [...readableValues(ctx), ids.filter(isUuid)],
  })
  return inIdOrder(ids, await toOpportunities(ctx, rows), (opportunity) => opportunity)
}

/** Default and maximum size of a page of opportunities. */
export const OPPORTUNITIES_PAGE = { usual: 50, most: 200 } as const

const pageSchema = opportunityFilterSchema.extend({
  limit: pageSizeSchema(OPPORTUNITIES_PAGE),
  cursor: z.string('must be a text').optional(),
})

/** A page of opportunities; `nextCursor` is null after the last one. */
export interface OpportunityPage {
  opportunities: RankedOpportunity[]
  nextCursor: string | null
}

/**
 * Returns a page of the opportunities of the key's project.
 * @throws {AppError} PROJECT_SCOPED_KEY_REQUIRED; BAD_REQUEST, also for a forged cursor
 */
export async function readOpportunityPage({
  ctx,
  input,
}: {
  ctx: Ctx
  input: z.input<typeof pageSchema>
}): Promise<OpportunityPage> {
  authorize(ctx, 'runs:read')
  const { limit, cursor, ...filter } = parse(pageSchema, input)
  const id = requireProjectId(ctx)
  const list = `opportunities ${id} ${filter.status} ${filter.kind}`
  const after = cursor === undefined ? null : keyBefore(list, cursor)
  const [rows = []] = await listOpportunities({
    ctx,
    input: { ids: [id], filter, page: itemsAfter(after, limit + 1) },
  })
  const opportunities = rows.slice(0, limit)
  const last = opportunities.at(-1)
  return {
    opportunities,
    nextCursor: last && rows.length > limit ? cursorAfter(list, rankedKey(last)) : null,
  }
}

/** Returns the position of an opportunity in its list, as the key of a cursor. */
export function rankedKey({ measure, id }: RankedOpportunity): string {
  return `${measure}~${id}`
}
