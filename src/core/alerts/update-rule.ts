import { z } from 'zod'
import { authorize } from '../access/authorize.ts'
import { lockOwnProject, readableProjects, resolveProject } from '../access/project-access.ts'
import type { Ctx } from '../foundation/context.ts'
import { isUuid } from '../foundation/ids.ts'
import { badFields, parse } from '../foundation/parse.ts'
import { transaction } from '../foundation/transaction.ts'
import { type AlertRule, alertRuleDefinition, readRules, rulesOf } from './rules.ts'

const names = (of: string) =>
  z
    .array(z.string('must be a text').min(1, 'must not be empty').max(200, 'must be at most 200 characters'))
    .max(100, 'must contain at most 100 names')
    .optional()
    .describe(of)

const { kind, severity, direction, metrics, providers, tags } = alertRuleDefinition.shape

/** Body of the request that changes a rule. Omitted fields stay unchanged. */
export const updateRuleBodySchema = z.strictObject({
  kind,
  enabled: z.boolean('must be true or false').optional().describe('Whether the rule raises alerts.'),
  severity: severity.optional(),
  direction: direction.optional(),
  metrics: metrics.max(20, 'must contain at most 20 metrics').optional(),
  providers: names(providers.description ?? ''),
  tags: names(tags.description ?? ''),
})

const inputSchema = updateRuleBodySchema.extend({ projectId: z.string('must be a text').optional() })

/**
 * Changes a rule for the alerts of a project. Members pass the project id; project keys do not.
 * @throws {AppError} PROJECT_SCOPED_KEY_REQUIRED; BAD_REQUEST, also for a filter that the kind does not have; NOT_FOUND
 */
export async function updateAlertRule({
  ctx,
  input,
}: {
  ctx: Ctx
  input: z.input<typeof inputSchema>
}): Promise<AlertRule & { projectId: string }> {
  authorize(ctx, 'settings:write')
  const { projectId: requested, kind, ...change } = parse(inputSchema, input)
  const id = resolveProject(ctx, requested)
  const filters = (['direction', 'metrics', 'providers', 'tags'] as const).filter(
    (name) => change[name] !== undefined,
  )
  if (kind !== 'metric_moved' && filters.length > 0)
    throw badFields(Object.fromEntries(filters.map((name) => [name, `is only for the kind metric_moved`])))
  return transaction(ctx, async (tx) => {
    const { id: projectId } = await lockOwnProject(ctx, tx.db, id)
    const given = Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined))
    const rule: AlertRule = { ...(await readRules(tx.db, projectId))[kind], ...given }
    const { kind: _, ...columns } = rule
    await tx.db.alertRule.upsert({
      where: { projectId_kind: { projectId, kind } },
      create: { projectId, ...rule },
      update: columns,
    })
    tx.publish({ projectId, changed: 'alert_rules' })
    return { ...rule, projectId }
  })
}

/** Returns the rules of each project, in the order of the kinds; empty for a project that the caller may not read. */
export async function listAlertRules({
  ctx,
  input: { ids },
}: {
  ctx: Ctx
  input: { ids: readonly string[] }
}): Promise<AlertRule[][]> {
  authorize(ctx, 'project:read')
  const readable = await ctx.db.prisma.project.findMany({
    where: { AND: [{ id: { in: ids.filter(isUuid) } }, readableProjects(ctx)] },
    select: { id: true },
  })
  const rules = await rulesOf(
    ctx.db.prisma,
    readable.map(({ id }) => id),
  )
  return ids.map((id) => {
    const index = readable.findIndex((project) => project.id === id.toLowerCase())
    return Object.values(rules[index] ?? {})
  })
}
