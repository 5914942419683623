import type { Session } from '../../generated/prisma/client.ts'
import type { MemberActor } from '../actor.ts'
import { memberOf } from '../authorize.ts'
import type { Ctx } from '../context.ts'
import { inIdOrder, isUuid } from '../ids.ts'
import { idPage, inListOrder, type Page } from '../page.ts'
import type { SessionRecord } from './definition.ts'

/** The valid sessions of the member's user, as a condition that every query must contain: sessions are private. */
export function ownSessions(ctx: Ctx, { userId }: MemberActor) {
  return { userId, expiresAt: { gt: ctx.now() } }
}

/** Sessions by id, in the given order; null for a missing one, for another user's, and for all unless a member calls. */
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
 * A page of the sessions of the member's user in all their organizations, newest first, and one more if there are more.
 * @throws {AppError} FORBIDDEN unless a member calls
 */
export async function listSessions({
  ctx,
  input: { page },
}: {
  ctx: Ctx
  input: { page: Page }
}): Promise<SessionRecord[]> {
  const actor = memberOf(ctx)
  const { where, ...cut } = idPage(page, { newestFirst: true })
  const sessions = await ctx.db.prisma.session.findMany({
    where: { AND: [where, ownSessions(ctx, actor)] },
    ...cut,
  })
  return inListOrder(sessions, page).map((session) => toSessionRecord(session, actor))
}

/**
 * How many sessions the member's user has.
 * @throws {AppError} FORBIDDEN unless a member calls
 */
export async function countSessions({ ctx }: { ctx: Ctx }): Promise<number> {
  return ctx.db.prisma.session.count({ where: ownSessions(ctx, memberOf(ctx)) })
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
