import { z } from 'zod'
import { enumSchema } from '../../definitions/enumeration.ts'
import { accessChanged } from '../access-changes.ts'
import { MEMBER_ROLES } from '../actor.ts'
import { authorize } from '../authorize.ts'
import type { Ctx } from '../context.ts'
import { uuidSchema } from '../ids.ts'
import { parse } from '../parse.ts'
import { transaction } from '../transaction.ts'
import type { MemberRecord } from './definition.ts'
import { lockMember, requireAnotherAdmin } from './locked.ts'
import { toMemberRecord, WITH_USER } from './read.ts'

const inputSchema = z.strictObject({ id: uuidSchema, role: enumSchema(MEMBER_ROLES, 'What they may do.') })

/**
 * Changes what a member may do in the organization: effective at once in this process, within 5 s everywhere. For operators,
 * and for admins of the organization.
 * @throws {AppError} FORBIDDEN; NOT_FOUND, also for another organization's; CONFLICT when the last admin would cease to be one
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
    return db.member.update({ where: { id }, data: { role }, include: WITH_USER })
  })
  accessChanged(member.userId)
  return toMemberRecord(member)
}
