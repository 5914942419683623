import type { Prisma } from '../../generated/prisma/client.ts'
import { authorize } from '../access/authorize.ts'
import { READABLE, readableProjects, readableValues } from '../access/project-access.ts'
import type { Ctx } from '../foundation/context.ts'
import { inIdOrder, isUuid } from '../foundation/ids.ts'
import { countByParent, groupByParent, type Page, queryPerParent } from '../foundation/page.ts'
import type { AlertKind, AlertRecord, AlertSeverity } from './definition.ts'
import { toAlertRecord, WITH_PROJECT } from './row.ts'
import { atLeast } from './severity.ts'

/** A filter on alerts; an alert must match every given condition. */
export interface AlertFilter {
  /** Least severity. */
  severity?: AlertSeverity | undefined
  kind?: AlertKind | undefined
  /** Only alerts that the calling member has not read. Ignored for keys, which read nothing. */
  unread?: boolean | undefined
}

/**
 * Returns alerts by id, in the given order. An alert is null if it is missing or the caller may not read it, which is the case
 * for every alert and an organization key.
 */
export async function readAlerts({
  ctx,
  input: { ids },
}: {
  ctx: Ctx
  input: { ids: readonly string[] }
}): Promise<(AlertRecord | null)[]> {
  authorize(ctx, 'organization:read')
  const rows = await ctx.db.prisma.alert.findMany({
    where: { id: { in: ids.filter(isUuid) }, project: readableProjects(ctx) },
    include: WITH_PROJECT,
  })
  return inIdOrder(ids, rows, toAlertRecord)
}

/** Several lists of alerts: one per project in `ids`, or the list of the caller's organization. */
interface AlertLists {
  ids: readonly string[]
  /** What the ids refer to. */
  of: 'project' | 'organization'
  filter?: AlertFilter | undefined
}

const BELOW = { project: 'a.project_id = of.id', organization: 'o.organization_id = of.id' } as const

const matching = ({ of }: Pick<AlertLists, 'of'>) =>
  `FROM alert a JOIN project o ON o.id = a.project_id WHERE ${READABLE} AND ${BELOW[of]}
   AND a.severity = ANY($5::text[]) AND ($6::text IS NULL OR a.kind = $6)
   AND ($7::uuid IS NULL OR NOT EXISTS (SELECT FROM alert_read t WHERE t.alert_id = a.id AND t.user_id = $7))`

function values(ctx: Ctx, { ids, filter = {} }: AlertLists): unknown[] {
  const { severity = 'info', kind, unread } = filter
  return [
    ...readableValues(ctx),
    ids,
    atLeast(severity),
    kind ?? null,
    unread === true && ctx.actor.type === 'member' ? ctx.actor.userId : null,
  ]
}

/** Returns a page of the readable alerts in each list, newest first, plus one extra alert if there are more. */
export async function listAlerts({
  ctx,
  input: { page, ...lists },
}: {
  ctx: Ctx
  input: AlertLists & { page: Page }
}): Promise<AlertRecord[][]> {
  authorize(ctx, 'runs:read')
  const { rows } = await ctx.db.pool.query<{ of: string; id: string }>({
    name: `alerts-page-${lists.of}-${page.backward}`,
    text: `${queryPerParent(
      '$4',
      `SELECT a.id ${matching(lists)} AND ($8::uuid IS NULL OR a.id < $8) AND ($9::uuid IS NULL OR a.id > $9)
       ORDER BY a.id ${page.backward ? 'ASC' : 'DESC'} LIMIT $10`,
    )} ORDER BY i.id DESC`,
    values: [...values(ctx, lists), page.after, page.before, page.size + 1],
  })
  if (rows.length === 0) return lists.ids.map(() => [])
  const alerts = await readAlerts({ ctx, input: { ids: rows.map(({ id }) => id) } })
  const alertsById = new Map(alerts.map((alert) => [alert?.id, alert]))
  return groupByParent(lists.ids, rows, ({ of }) => of).map((listRows) =>
    listRows.flatMap(({ id }) => alertsById.get(id) ?? []),
  )
}

/** Returns the total number of alerts in all pages of {@link listAlerts}, for each list. */
export async function countAlerts({ ctx, input }: { ctx: Ctx; input: AlertLists }): Promise<number[]> {
  authorize(ctx, 'runs:read')
  const { rows } = await ctx.db.pool.query<{ of: string; count: number }>({
    name: `count-alerts-${input.of}`,
    text: queryPerParent('$4', `SELECT count(*)::int AS count ${matching(input)}`),
    values: values(ctx, input),
  })
  return countByParent(input.ids, rows)
}

/** Returns for each alert whether the calling member has read it; false for any other caller. */
export async function readMarks({
  ctx,
  input: { ids },
}: {
  ctx: Ctx
  input: { ids: readonly string[] }
}): Promise<boolean[]> {
  const { actor } = ctx
  if (actor.type !== 'member') return ids.map(() => false)
  const where: Prisma.AlertReadWhereInput = { userId: actor.userId, alertId: { in: [...ids] } }
  const read = new Set((await ctx.db.prisma.alertRead.findMany({ where })).map(({ alertId }) => alertId))
  return ids.map((id) => read.has(id))
}
