import { z } from 'zod'
import { accessChanged } from '../access/access-changes.ts'
import { requireMember } from '../access/authorize.ts'
import { recordUserAudit } from '../foundation/audit-log.ts'
import type { Ctx } from '../foundation/context.ts'
import { notFound } from '../foundation/errors.ts'
import { uuidSchema } from '../foundation/ids.ts'
import { parse } from '../foundation/parse.ts'
import { ownSessions } from './read.ts'

const inputSchema = z.strictObject({ id: uuidSchema })

/**
 * Ends a session of the member's user, possibly the current one. It ends immediately in this process, and within 5 s in
 * all others.
 * @returns id of the session
 * @throws {AppError} FORBIDDEN if the caller is not a member; NOT_FOUND, including for another user's session
 */
export async function endSession({
  ctx,
  input,
}: {
  ctx: Ctx
  input: z.input<typeof inputSchema>
}): Promise<string> {
  const actor = requireMember(ctx)
  const { id } = parse(inputSchema, input)
  const { count } = await ctx.db.prisma.session.deleteMany({ where: { ...ownSessions(ctx, actor), id } })
  if (count === 0) throw notFound('Session')
  await recordUserAudit(ctx.db.prisma, ctx, { userId: actor.userId, action: 'session.ended', target: null })
  accessChanged(actor.userId)
  return id
}

const endOthersSchema = z.strictObject({ keptId: uuidSchema.optional() })

/**
 * Ends all sessions of the member's user except `keptId`, by default the current session; see {@link endSession}.
 * @returns ids of the ended sessions
 * @throws {AppError} FORBIDDEN if the caller is not a member; NOT_FOUND if `keptId` is not a session of the user
 */
export async function endOtherSessions({
  ctx,
  input,
}: {
  ctx: Ctx
  input: z.input<typeof endOthersSchema>
}): Promise<string[]> {
  const actor = requireMember(ctx)
  const { keptId } = parse(endOthersSchema, input)
  const { session } = ctx.db.prisma
  const sessions = await session.findMany({ where: ownSessions(ctx, actor), select: { id: true } })
  const ids = sessions.map(({ id }) => id)
  if (keptId !== undefined && !ids.includes(keptId)) throw notFound('Session')
  const ended = ids.filter((id) => id !== (keptId ?? actor.sessionId))
  await session.deleteMany({ where: { id: { in: ended } } })
  if (ended.length > 0)
    await recordUserAudit(ctx.db.prisma, ctx, { userId: actor.userId, action: 'session.ended', target: null })
  accessChanged(actor.userId)
  return ended
}
