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

const othersSchema = z.strictObject({ keptId: uuidSchema.optional() })

/**
 * Ends the sessions of the member's user but one, by default the one that calls, as {@link endSession} does.
 * @returns their ids
 * @throws {AppError} FORBIDDEN unless a member calls; NOT_FOUND for a session to keep that is not the user's
 */
export async function endOtherSessions({
  ctx,
  input,
}: {
  ctx: Ctx
  input: z.input<typeof othersSchema>
}): Promise<string[]> {
  const actor = memberOf(ctx)
  const { keptId } = parse(othersSchema, input)
  const { session } = ctx.db.prisma
  const own = await session.findMany({ where: ownSessions(ctx, actor), select: { id: true } })
  const ids = own.map(({ id }) => id)
  if (keptId !== undefined && !ids.includes(keptId)) throw notFound('Session')
  const ended = ids.filter((id) => id !== (keptId ?? actor.sessionId))
  await session.deleteMany({ where: { id: { in: ended } } })
  accessChanged(actor.userId)
  return ended
}
