import { z } from 'zod'
import { accessChanged } from '../access/access-changes.ts'
import { authorize } from '../access/authorize.ts'
import { recordAudit } from '../foundation/audit-log.ts'
import type { Ctx } from '../foundation/context.ts'
import { uuidSchema } from '../foundation/ids.ts'
import { parse } from '../foundation/parse.ts'
import { transaction } from '../foundation/transaction.ts'
import { lockMember, requireAnotherAdmin } from './locked.ts'

const inputSchema = z.strictObject({ id: uuidSchema })

/**
 * Removes a member from the organization. This takes effect immediately in this process and within 5 s in all others.
 * The user stays a member of other organizations, or is signed out if there are none. For operators and organization
 * admins.
 * @returns the member's id
 * @throws {AppError} FORBIDDEN; NOT_FOUND, also for a member of another organization; CONFLICT for the last admin
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
    const { email } = await db.user.findUniqueOrThrow({ where: { id: userId } })
    await db.member.delete({ where: { id } })
    await recordAudit(db, ctx, { organizationId, action: 'member.removed', target: email })
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
