import { z } from 'zod'
import type { Prisma, User } from '../../generated/prisma/client.ts'
import { hashPassword, isPassword } from '../../infra/password.ts'
import { SHORTEST_PASSWORD } from '../../infra/sign-in.ts'
import { authorize } from '../authorize.ts'
import type { Ctx } from '../context.ts'
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
    .min(SHORTEST_PASSWORD, `must have at least ${SHORTEST_PASSWORD} characters`)
    .max(128, 'must be at most 128 characters')
    .optional(),
  role: z.enum(['admin', 'member'], 'must be admin or member').default('member'),
})

export interface CreatedMember {
  /** The user's. */
  id: string
  email: string
  role: 'admin' | 'member'
  organizationId: string
  /** Only when it was made up here. Shown here and never again. */
  password?: string
}

/**
 * Makes a user who can sign in, a member of the organization. Somebody who can sign in already, for another organization's
 * sake, joins and keeps their password. Operators only.
 * @throws {AppError} BAD_REQUEST, also for another password than the one somebody has; NOT_FOUND; CONFLICT for a member
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
  if (known && password !== undefined) await checkOwnPassword(known.accounts, password)
  const generated = known || password !== undefined ? null : randomToken().slice(0, 20)
  const hash = known ? null : await hashPassword(password ?? generated ?? '')
  const user = await join(ctx, { user: known, email, hash, organizationId, role })
  return { id: user.id, email, role, organizationId, ...(generated && { password: generated }) }
}

async function checkOwnPassword(accounts: { password: string | null }[], password: string): Promise<void> {
  for (const { password: hash } of accounts) if (hash && (await isPassword(password, hash))) return
  throw badFields({ password: 'is another than this user has already; leave it out' })
}

async function join(
  ctx: Ctx,
  given: {
    user: User | null
    email: string
    hash: string | null
    organizationId: string
    role: 'admin' | 'member'
  },
): Promise<User> {
  const { email, hash, organizationId, role } = given
  try {
    return await transaction(ctx, async ({ db }) => {
      const user = given.user ?? (await makeUser(db, email, hash))
      await db.member.create({ data: { id: newId(), organizationId, userId: user.id, role } })
      return user
    })
  } catch (error) {
    // Prisma's code of a broken unique key.
    const taken = error instanceof Error && 'code' in error && error.code === 'P2002'
    throw taken ? new AppError('CONFLICT', `${email} belongs to this organization already.`) : error
  }
}

function makeUser(db: Prisma.TransactionClient, email: string, password: string | null): Promise<User> {
  const id = newId()
  // As better-auth would write it.
  const account = { id: newId(), accountId: id, providerId: 'credential', password }
  return db.user.create({
    data: { id, email, name: email.split('@')[0] ?? email, accounts: { create: account } },
  })
}
