import { z } from 'zod'
import { accessChanged } from '../access-changes.ts'
import { authorize } from '../authorize.ts'
import type { Ctx } from '../context.ts'
import { uuidSchema } from '../ids.ts'
import { parse } from '../parse.ts'
import { transaction } from '../transaction.ts'
import { lockMember, requireAnotherAdmin } from './locked.ts'

const inputSchema = z.strictObject({ id: uuidSchema })

/**
 * Removes a member from the organization: effective at once in this process, within 5 s everywhere. The user stays a member of
 * other organizations; one who has no other is signed out. For operators, and for admins of the organization.
 * @returns the member's id
 * @throws {AppError} FORBIDDEN; NOT_FOUND, also for another organization's; CONFLICT for the last admin
 */
export async function removeMember({
  ctx,
  input,
}: {
  ctx: Ctx
  input: z.input<typeof inputSchema>
}): Promise<string> {
  authorize(ctx, 'members:manage')
  const { id } = parse(inputSchema, input)
  const { userId } = await transaction(ctx, async ({ db }) => {
    const member = await lockMember(ctx, db, id)
    await requireAnotherAdmin(db, member)
    const { userId, organizationId } = member
    await db.member.delete({ where: { id } })
    await db.passwordReset.deleteMany({ where: { userId, organizationId } })
    if ((await db.member.count({ where: { userId } })) === 0) {
      await db.session.deleteMany({ where: { userId } })
      await db.signInLink.deleteMany({ where: { userId } })
    }
    return member
  })
  accessChanged(userId)
  return id
}
