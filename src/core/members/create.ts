import { z } from 'zod'
import { enumSchema } from '../../definitions/enumeration.ts'
import type { MemberRole } from '../../generated/prisma/enums.ts'
import { hashPassword } from '../../infra/password.ts'
import { accessChanged } from '../access-changes.ts'
import { DEFAULT_ROLE, MEMBER_ROLES } from '../actor.ts'
import { authorize } from '../authorize.ts'
import type { Ctx } from '../context.ts'
import { notFound } from '../errors.ts'
import { randomToken, uuidSchema } from '../ids.ts'
import { badFields, parse } from '../parse.ts'
import { emailSchema, hasPassword, passwordSchema } from './credentials.ts'
import { joinOrganization, nameFrom } from './join.ts'

const inputSchema = z.strictObject({
  organizationId: uuidSchema,
  email: emailSchema,
  password: passwordSchema.optional(),
  role: enumSchema(MEMBER_ROLES, 'What they may do.').default(DEFAULT_ROLE),
})

/** A new member. */
export interface CreatedMember {
  /** Of the user, who may be a member of several organizations. */
  id: string
  /** Of the member: the user in this organization. */
  memberId: string
  email: string
  role: MemberRole
  organizationId: string
  /** Only if it was generated. It cannot be read again later. */
  password?: string
}

/**
 * Creates a user who can sign in, as a member of the organization. A user who exists already, as a member of another
 * organization, is added and keeps their password. Operators only.
 * @throws {AppError} BAD_REQUEST, also when an existing user has another password; NOT_FOUND; CONFLICT when the user is a member already
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
        // One of the two is given where there is no user.
        passwordHash: await hashPassword(password ?? generated ?? ''),
      }
  const { id: memberId, userId } = await joinOrganization(ctx, who, { organizationId, role })
  accessChanged(userId)
  return { id: userId, memberId, email, role, organizationId, ...(generated && { password: generated }) }
}
