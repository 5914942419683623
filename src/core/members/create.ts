import { z } from 'zod'
import { enumSchema } from '../../definitions/fields/enum-schema.ts'
import type { MemberRole } from '../../generated/prisma/enums.ts'
import { hashPassword } from '../../infra/password.ts'
import { accessChanged } from '../access/access-changes.ts'
import { authorize } from '../access/authorize.ts'
import { DEFAULT_ROLE, MEMBER_ROLES } from '../foundation/actor.ts'
import { recordAudit } from '../foundation/audit-log.ts'
import type { Ctx } from '../foundation/context.ts'
import { notFound } from '../foundation/errors.ts'
import { randomToken, uuidSchema } from '../foundation/ids.ts'
import { badFields, parse } from '../foundation/parse.ts'
import { emailSchema, hasPassword, passwordSchema } from './credentials.ts'
import { joinOrganization, nameFrom } from './join.ts'

const inputSchema = z.strictObject({
  organizationId: uuidSchema,
  email: emailSchema,
  password: passwordSchema.optional(),
  role: enumSchema(MEMBER_ROLES, 'Role of the new member.').default(DEFAULT_ROLE),
})

/** A new member. */
export interface CreatedMember {
  /** User id. A user may be a member of several organizations. */
  id: string
  /** Id of the membership in this organization. */
  memberId: string
  email: string
  role: MemberRole
  organizationId: string
  /** Generated password, which cannot be retrieved again; missing if none was generated. */
  password?: string
}

/**
 * Creates a user who can sign in, as a member of the organization. If the user already exists in another organization,
 * adds them to this one and keeps their password. Operators only.
 * @throws {AppError} BAD_REQUEST, also if an existing user has a different password; NOT_FOUND; CONFLICT if the user is
 *   already a member
 */
export async function createMember({
  ctx,
  input,
}: {
  ctx: Ctx
  input: z.input<typeof inputSchema>
}): Promise<CreatedMember> {
  authorize(ctx, 'operate')
  const { organizationId, email, password, role } = parse(inputSchema, input)
  const { prisma } = ctx.db
  const organization = await prisma.organization.findUnique({ where: { id: organizationId } })
  if (!organization) throw notFound('Organization')
  const user = await prisma.user.findUnique({ where: { email } })
  if (user && password !== undefined && !(await hasPassword(prisma, user.id, password))) {
    throw badFields({ password: 'is not the password that this user already has; leave it out' })
  }
  const generated = user || password !== undefined ? undefined : randomToken().slice(0, 20)
  const who = user
    ? { user }
    : {
        user,
        email,
        name: nameFrom(email),
        // Without an existing user, one of the two is always set.
        passwordHash: await hashPassword(password ?? generated ?? ''),
      }
  const { id: memberId, userId } = await joinOrganization(ctx, who, { organizationId, role })
  await recordAudit(prisma, ctx, { organizationId, action: 'member.added', target: email })
  accessChanged(userId)
  return { id: userId, memberId, email, role, organizationId, ...(generated && { password: generated }) }
}
