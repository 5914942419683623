import type { ShareLink } from '../../generated/prisma/client.ts'
import { authorize } from '../access/authorize.ts'
import { readableProjects, resolveProject, type WithProjectId } from '../access/project-access.ts'
import type { Ctx } from '../foundation/context.ts'
import { notFound } from '../foundation/errors.ts'
import { inIdOrder, isUuid } from '../foundation/ids.ts'
import { readProject } from '../projects/read.ts'
import { LISTED_SHARE_LINKS, type ShareLinkRecord } from './definition.ts'

/** Returns the public fields of a link. */
export function toShareLinkRecord(link: ShareLink, now: Date): ShareLinkRecord {
  const { batchId, tokenHash: _, passwordHash, revokedAt, expiresAt, ...fields } = link
  return {
    ...fields,
    runId: batchId,
    hasPassword: passwordHash !== null,
    revokedAt,
    expiresAt,
    status: revokedAt ? 'revoked' : expiresAt <= now ? 'expired' : 'active',
  }
}

/** Returns links by id, in the given order; null for a missing link or an unreadable project. */
export async function readShareLinks({
  ctx,
  input: { ids },
}: {
  ctx: Ctx
  input: { ids: readonly string[] }
}): Promise<(ShareLinkRecord | null)[]> {
  const links = await ctx.db.prisma.shareLink.findMany({
    where: { id: { in: ids.filter(isUuid) }, project: readableProjects(ctx) },
  })
  const now = ctx.now()
  return inIdOrder(ids, links, (link) => toShareLinkRecord(link, now))
}

/**
 * Returns the latest 100 links of a project, newest first. Members must pass `projectId`; a project key implies it.
 * @throws {AppError} PROJECT_SCOPED_KEY_REQUIRED; NOT_FOUND
 */
export async function listShareLinks({
  ctx,
  input = {},
}: {
  ctx: Ctx
  input?: WithProjectId<object>
}): Promise<ShareLinkRecord[]> {
  authorize(ctx, 'project:read')
  const { id } = await readProject({ ctx, input: { id: resolveProject(ctx, input.projectId) } })
  const [links = []] = await listShareLinksOfProjects({ ctx, input: { ids: [id] } })
  return links
}

/** Returns the latest 100 links of each project, newest first; empty for a project that the caller may not read. */
export async function listShareLinksOfProjects({
  ctx,
  input: { ids },
}: {
  ctx: Ctx
  input: { ids: readonly string[] }
}): Promise<ShareLinkRecord[][]> {
  authorize(ctx, 'project:read')
  const projects = await ctx.db.prisma.project.findMany({
    where: { AND: [{ id: { in: ids.filter(isUuid) } }, readableProjects(ctx)] },
    select: { id: true, shareLinks: { orderBy: { id: 'desc' }, take: LISTED_SHARE_LINKS } },
  })
  const now = ctx.now()
  const lists = inIdOrder(ids, projects, ({ shareLinks }) =>
    shareLinks.map((link) => toShareLinkRecord(link, now)),
  )
  return lists.map((links) => links ?? [])
}

/**
 * Returns a link of a project that the caller may change.
 * @throws {AppError} NOT_FOUND
 */
export async function findShareLink(ctx: Ctx, id: string): Promise<ShareLinkRecord> {
  const [link] = await readShareLinks({ ctx, input: { ids: [id] } })
  if (!link) throw notFound('Link')
  return link
}
