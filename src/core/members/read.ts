import { organizationOf } from '../authorize.ts'
import type { Ctx } from '../context.ts'
import { isUuid } from '../ids.ts'
import { type MemberRecord, recordOf } from './record.ts'

/** Members by id, in the order asked for; null for a missing one, for another organization's, and for a key that asks. */
export async function readMembers({
  ctx,
  input: { ids },
}: {
  ctx: Ctx
  input: { ids: readonly string[] }
}): Promise<(MemberRecord | null)[]> {
  if (ctx.actor.type === 'key') return ids.map(() => null)
  const members = await ctx.db.prisma.member.findMany({
    where: { id: { in: ids.filter(isUuid) }, organizationId: organizationOf(ctx) },
    include: { user: true },
  })
  const found = new Map(members.map((member) => [member.id, recordOf(member)]))
  return ids.map((id) => found.get(id) ?? null)
}

/** The member who asks; null for anybody else, and once they were removed. */
export async function readOwnMember({ ctx: { actor, db } }: { ctx: Ctx }): Promise<MemberRecord | null> {
  if (actor.type !== 'member') return null
  const { organizationId, userId } = actor
  const member = await db.prisma.member.findUnique({
    where: { organizationId_userId: { organizationId, userId } },
    include: { user: true },
  })
  return member && recordOf(member)
}
