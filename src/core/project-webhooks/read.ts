import type { ProjectWebhook } from '../../generated/prisma/client.ts'
import { authorize } from '../access/authorize.ts'
import { readableProjects, resolveProject, type WithProjectId } from '../access/project-access.ts'
import type { AlertSeverity } from '../alerts/definition.ts'
import type { Ctx } from '../foundation/context.ts'
import { notFound } from '../foundation/errors.ts'
import { inIdOrder, isUuid } from '../foundation/ids.ts'
import { readProject } from '../projects/read.ts'
import type { ProjectEventType } from '../webhooks/events.ts'
import { formatOf } from '../webhooks/formats.ts'
import { shownUrl } from '../webhooks/row.ts'
import type { ProjectWebhookRecord } from './definition.ts'

/** Returns the public fields of a webhook row. */
export function toProjectWebhookRecord(webhook: ProjectWebhook): ProjectWebhookRecord {
  const { id, projectId, url, events, severity, active, createdAt } = webhook
  return {
    id,
    projectId,
    url: shownUrl(url),
    format: formatOf(webhook),
    // `createWebhook` checked the severity and the events.
    severity: severity as AlertSeverity,
    events: events as ProjectEventType[],
    active,
    createdAt,
  }
}

/** Returns webhooks by id, in the given order; null for a missing webhook or an unreadable project. */
export async function readWebhooks({
  ctx,
  input: { ids },
}: {
  ctx: Ctx
  input: { ids: readonly string[] }
}): Promise<(ProjectWebhookRecord | null)[]> {
  const webhooks = await ctx.db.prisma.projectWebhook.findMany({
    where: { id: { in: ids.filter(isUuid) }, project: readableProjects(ctx) },
  })
  return inIdOrder(ids, webhooks, toProjectWebhookRecord)
}

/**
 * Returns all webhooks of a project, oldest first. Members must pass `projectId`; a project key implies it.
 * @throws {AppError} PROJECT_SCOPED_KEY_REQUIRED; NOT_FOUND
 */
export async function listWebhooks({
  ctx,
  input = {},
}: {
  ctx: Ctx
  input?: WithProjectId<object>
}): Promise<ProjectWebhookRecord[]> {
  authorize(ctx, 'project:read')
  const { id } = await readProject({ ctx, input: { id: resolveProject(ctx, input.projectId) } })
  const [webhooks = []] = await listWebhooksOfProjects({ ctx, input: { ids: [id] } })
  return webhooks
}

/** Returns all webhooks of each project, oldest first; empty for a project that the caller may not read. */
export async function listWebhooksOfProjects({
  ctx,
  input: { ids },
}: {
  ctx: Ctx
  input: { ids: readonly string[] }
}): Promise<ProjectWebhookRecord[][]> {
  authorize(ctx, 'project:read')
  const webhooks = await ctx.db.prisma.projectWebhook.findMany({
    where: { projectId: { in: ids.filter(isUuid) }, project: readableProjects(ctx) },
    orderBy: { id: 'asc' },
  })
  return ids.map((id) =>
    webhooks.filter(({ projectId }) => projectId === id.toLowerCase()).map(toProjectWebhookRecord),
  )
}

/**
 * Returns a webhook of a project that the caller may change.
 * @throws {AppError} NOT_FOUND
 */
export async function findWebhook(ctx: Ctx, id: string): Promise<ProjectWebhookRecord> {
  const [webhook] = await readWebhooks({ ctx, input: { ids: [id] } })
  if (!webhook) throw notFound('Webhook')
  return webhook
}
