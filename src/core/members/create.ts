import { z } from 'zod'
import { enumSchema } from '../../definitions/enumeration.ts'
import type { Prisma, User } from '../../generated/prisma/client.ts'
import type { MemberRole } from '../../generated/prisma/enums.ts'
import { hashPassword, isPassword, MINIMUM_PASSWORD_LENGTH } from '../../infra/password.ts'
import { DEFAULT_ROLE, MEMBER_ROLES } from '../actor.ts'
import { authorize } from '../authorize.ts'
import type { Ctx } from '../context.ts'
import { isUniqueViolation } from '../database-errors.ts'
import { AppError, notFound } from '../errors.ts'
import { newId, randomToken, uuidSchema } from '../ids.ts'
import { badFields, parse } from '../parse.ts'
import { transaction } from '../transaction.ts'

const inputSchema = z.strictObject({
  organizationId: uuidSchema,
  email: z
    .string('must be a text')
    .trim()
    .toLowerCase()
    .max(254, 'must be at most 254 characters')
    .pipe(z.email('must be an e-mail address')),
  password: z
    .string('must be a text')
    .min(MINIMUM_PASSWORD_LENGTH, `must have at least ${MINIMUM_PASSWORD_LENGTH} characters`)
    .max(128, 'must be at most 128 characters')
    .optional(),
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
  const known = await ctx.db.prisma.user.findUnique({ where: { email }, include: { accounts: true } })
  if (known && password !== undefined) await checkExistingPassword(known.accounts, password)
  const generated = known || password !== undefined ? null : randomToken().slice(0, 20)
  const hash = known ? null : await hashPassword(password ?? generated ?? '')
  const user = await addMember(ctx, { user: known, email, hash, organizationId, role })
  return { id: user.id, email, role, organizationId, ...(generated && { password: generated }) }
}

async function checkExistingPassword(
  accounts: { password: string | null }[],
  password: string,
): Promise<void> {
  for (const { password: hash } of accounts) if (hash && (await isPassword(password, hash))) return
  throw badFields({ password: 'is not the password that this user already has; leave it out' })
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
  // As better-auth writes it.
  const account = { id: newId(), accountId: id, providerId: 'credential', password }
  return db.user.create({
    data: { id, email, name: email.split('@')[0] ?? email, accounts: { create: account } },
  })
}
