import { z } from 'zod'
import { accessChanged } from '../access-changes.ts'
import { memberOf } from '../authorize.ts'
import type { Ctx } from '../context.ts'
import { notFound } from '../errors.ts'
import { uuidSchema } from '../ids.ts'
import { parse } from '../parse.ts'
import { ownSessions } from './read.ts'

const inputSchema = z.strictObject({ id: uuidSchema })

/**
 * Ends a session of the member's user, also the one that calls: at once in this process, within 5 s everywhere.
 * @returns its id
 * @throws {AppError} FORBIDDEN unless a member calls; NOT_FOUND, also for another user's
 */
export async function endSession({
  ctx,
  input,
}: {
  ctx: Ctx
  input: z.input<typeof inputSchema>
}): Promise<string> {
  const actor = memberOf(ctx)
  const { id } = parse(inputSchema, input)
  const { count } = await ctx.db.prisma.session.deleteMany({ where: { ...ownSessions(ctx, actor), id } })
  if (count === 0) throw notFound('Session')
  accessChanged(actor.userId)
  return id
}

/**
 * Ends the sessions of the member's user but the one that calls, as {@link endSession} does.
 * @returns their ids
 * @throws {AppError} FORBIDDEN unless a member calls
 */
export async function endOtherSessions({ ctx }: { ctx: Ctx }): Promise<string[]> {
  const actor = memberOf(ctx)
  const { sessionId } = actor
  const { session } = ctx.db.prisma
  const others = { ...ownSessions(ctx, actor), ...(sessionId !== undefined && { id: { not: sessionId } }) }
  const sessions = await session.findMany({ where: others, select: { id: true } })
  const ids = sessions.map(({ id }) => id)
  await session.deleteMany({ where: { id: { in: ids } } })
  accessChanged(actor.userId)
  return ids
}
