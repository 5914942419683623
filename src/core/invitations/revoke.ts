import { z } from 'zod'
import { authorize, organizationOf } from '../authorize.ts'
import type { Ctx } from '../context.ts'
import { notFound } from '../errors.ts'
import { uuidSchema } from '../ids.ts'
import { parse } from '../parse.ts'

const inputSchema = z.strictObject({ id: uuidSchema })

/**
 * Deletes an open invitation, whose link then ceases to be valid. For operators, and for admins of its organization.
 * @returns its id
 * @throws {AppError} FORBIDDEN; NOT_FOUND, also for another organization's
 */
export async function revokeInvitation({
  ctx,
  input,
}: {
  ctx: Ctx
  input: z.input<typeof inputSchema>
}): Promise<string> {
  authorize(ctx, 'members:manage')
  const { id } = parse(inputSchema, input)
  const own = ctx.actor.type === 'operator' ? {} : { organizationId: organizationOf(ctx) }
  const { count } = await ctx.db.prisma.invitation.deleteMany({ where: { ...own, id } })
  if (count === 0) throw notFound('Invitation')
  return id
}
