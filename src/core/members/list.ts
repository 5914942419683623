import { authorize, organizationOf } from '../authorize.ts'
import type { Ctx } from '../context.ts'
import { idPage, inListOrder, type Page } from '../page.ts'
import { type MemberRecord, recordOf } from './record.ts'

/**
 * A page of the members of the caller's organization, oldest first, and one more. For members.
 * @throws {AppError} FORBIDDEN
 */
export async function listMembers({
  ctx,
  input: { page },
}: {
  ctx: Ctx
  input: { page: Page }
}): Promise<MemberRecord[]> {
  authorize(ctx, 'members:read')
  const { where, ...cut } = idPage(page)
  const members = await ctx.db.prisma.member.findMany({
    where: { AND: [where, { organizationId: organizationOf(ctx) }] },
    include: { user: true },
    ...cut,
  })
  return inListOrder(members, page).map(recordOf)
}

/**
 * How many members the caller's organization has.
 * @throws {AppError} FORBIDDEN
 */
export async function countMembers({ ctx }: { ctx: Ctx }): Promise<number> {
  authorize(ctx, 'members:read')
  return ctx.db.prisma.member.count({ where: { organizationId: organizationOf(ctx) } })
}
