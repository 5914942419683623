import { z } from 'zod'
import { enumSchema } from '../../definitions/fields/enum-schema.ts'
import { accessChanged } from '../access/access-changes.ts'
import { authorize } from '../access/authorize.ts'
import { MEMBER_ROLES } from '../foundation/actor.ts'
import { recordAudit } from '../foundation/audit-log.ts'
import type { Ctx } from '../foundation/context.ts'
import { uuidSchema } from '../foundation/ids.ts'
import { parse } from '../foundation/parse.ts'
import { transaction } from '../foundation/transaction.ts'
import type { MemberRecord } from './definition.ts'
import { lockMember, requireAnotherAdmin } from './locked.ts'
import { toMemberRecord, WITH_USER } from './read.ts'

const inputSchema = z.strictObject({
  id: uuidSchema,
  role: enumSchema(MEMBER_ROLES, 'New role of the member.'),
})

/**
 * Changes the role of a member. This takes effect immediately in this process and within 5 s in all others. For
 * operators, and for admins of the organization.
 * @throws {AppError} FORBIDDEN; NOT_FOUND, also for a member of another organization; CONFLICT if the organization
 *   would have no admin left
 */
export async function setMemberRole({
  ctx,
  input,
}: {
  ctx: Ctx
  input: z.input<typeof inputSchema>
}): Promise<MemberRecord> {
  authorize(ctx, 'members:manage')
  const { id, role } = parse(inputSchema, input)
  const member = await transaction(ctx, async ({ db }) => {
    const member = await lockMember(ctx, db, id)
    if (role !== 'admin') await requireAnotherAdmin(db, member)
    const changed = await db.member.update({ where: { id }, data: { role }, include: WITH_USER })
    const { organizationId } = member
    const target = `${changed.user.email}: ${role}`
    await recordAudit(db, ctx, { organizationId, action: 'member.role_changed', target })
    return changed
  })
  accessChanged(member.userId)
  return toMemberRecord(member)
}
