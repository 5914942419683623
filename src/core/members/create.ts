import { z } from 'zod'
import { enumSchema } from '../../definitions/enumeration.ts'
import type { Prisma, User } from '../../generated/prisma/client.ts'
import type { MemberRole } from '../../generated/prisma/enums.ts'
import { hashPassword } from '../../infra/password.ts'
import { DEFAULT_ROLE, MEMBER_ROLES } from '../actor.ts'
import { authorize } from '../authorize.ts'
import type { Ctx } from '../context.ts'
import { isUniqueViolation } from '../database-errors.ts'
import { AppError, notFound } from '../errors.ts'
import { newId, randomToken, uuidSchema } from '../ids.ts'
import { badFields, parse } from '../parse.ts'
import { transaction } from '../transaction.ts'
import { emailSchema, hasPassword, passwordAccount, passwordSchema } from './credentials.ts'

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
  const organization = await ctx.db.prisma.organization.findUnique({ where: { id: organizationId } })
  if (!organization) throw notFound('Organization')
  const known = await ctx.db.prisma.user.findUnique({ where: { email } })
  if (known && password !== undefined && !(await hasPassword(ctx.db.prisma, known.id, password))) {
    throw badFields({ password: 'is not the password that this user already has; leave it out' })
  }
  const generated = known || password !== undefined ? null : randomToken().slice(0, 20)
  const hash = known ? null : await hashPassword(password ?? generated ?? '')
  const user = await addMember(ctx, { user: known, email, hash, organizationId, role })
  return { id: user.id, email, role, organizationId, ...(generated && { password: generated }) }
}

async function addMember(
  ctx: Ctx,
  given: {
    user: User | null
    email: string
    hash: string | null
    organizationId: string
    role: MemberRole
  },
): Promise<User> {
  const { email, hash, organizationId, role } = given
  try {
    return await transaction(ctx, async ({ db }) => {
      const user = given.user ?? (await insertUser(db, email, hash))
      await db.member.create({ data: { id: newId(), organizationId, userId: user.id, role } })
      return user
    })
  } catch (error) {
    if (!isUniqueViolation(error)) throw error
    throw new AppError('CONFLICT', `${email} is already a member of this organization.`)
  }
}

function insertUser(db: Prisma.TransactionClient, email: string, password: string | null): Promise<User> {
  const id = newId()
  return db.user.create({
    data: {
      id,
      email,
      name: email.split('@')[0] ?? email,
      accounts: { create: passwordAccount(id, password) },
    },
  })
}
