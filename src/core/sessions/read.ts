import type { Session } from '../../generated/prisma/client.ts'
import { requireMember } from '../access/authorize.ts'
import type { MemberActor } from '../foundation/actor.ts'
import type { Ctx } from '../foundation/context.ts'
import { inIdOrder, isUuid } from '../foundation/ids.ts'
import { idPage, inListOrder, type Page } from '../foundation/page.ts'
import type { SessionRecord } from './definition.ts'

/**
 * Returns the condition for valid sessions of the member's user. Every query must contain it, because sessions are
 * private.
 */
export function ownSessions(ctx: Ctx, { userId }: MemberActor) {
  return { userId, expiresAt: { gt: ctx.now() } }
}

/**
 * Returns sessions by id, in the given order. A missing session or another user's session is null. If the caller is not
 * a member, all are null.
 */
export async function readSessions({
  ctx,
  input: { ids },
}: {
  ctx: Ctx
  input: { ids: readonly string[] }
}): Promise<(SessionRecord | null)[]> {
  const { actor } = ctx
  if (actor.type !== 'member') return ids.map(() => null)
  const where = { ...ownSessions(ctx, actor), id: { in: ids.filter(isUuid) } }
  const sessions = await ctx.db.prisma.session.findMany({ where })
  return inIdOrder(ids, sessions, (session) => toSessionRecord(session, actor))
}

/**
 * Returns a page of the sessions of the member's user in all organizations, newest first, plus one extra session if
 * there are more.
 * @throws {AppError} FORBIDDEN if the caller is not a member
 */
export async function listSessions({
  ctx,
  input: { page },
}: {
  ctx: Ctx
  input: { page: Page }
}): Promise<SessionRecord[]> {
  const actor = requireMember(ctx)
  const { where, ...cut } = idPage(page, { newestFirst: true })
  const sessions = await ctx.db.prisma.session.findMany({
    where: { AND: [where, ownSessions(ctx, actor)] },
    ...cut,
  })
  return inListOrder(sessions, page).map((session) => toSessionRecord(session, actor))
}

/**
 * Returns the number of sessions of the member's user.
 * @throws {AppError} FORBIDDEN if the caller is not a member
 */
export async function countSessions({ ctx }: { ctx: Ctx }): Promise<number> {
  return ctx.db.prisma.session.count({ where: ownSessions(ctx, requireMember(ctx)) })
}

function toSessionRecord(session: Session, { sessionId }: MemberActor): SessionRecord {
  const { id, userAgent, ipAddress, createdAt, lastUsedAt, expiresAt } = session
  return {
    id,
    current: id === sessionId,
    userAgent: userAgent || null,
    address: ipAddress || null,
    createdAt,
    lastUsedAt,
    expiresAt,
  }
}
