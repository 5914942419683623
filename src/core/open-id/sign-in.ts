import { z } from 'zod'
import type { OpenIdPolicy } from '../../definitions/open-id-policy.ts'
import type { Prisma, User } from '../../generated/prisma/client.ts'
import type { MemberRole } from '../../generated/prisma/enums.ts'
import { accessChanged } from '../access/access-changes.ts'
import { recordAudit, recordUserAudit } from '../foundation/audit-log.ts'
import type { AnonymousCtx } from '../foundation/context.ts'
import { notFound } from '../foundation/errors.ts'
import { newId } from '../foundation/ids.ts'
import { parse } from '../foundation/parse.ts'
import { nameSchema } from '../foundation/text.ts'
import { transaction } from '../foundation/transaction.ts'
import { emailSchema, removePassword } from '../members/credentials.ts'
import { nameFrom } from '../members/join.ts'
import { isLastAdmin, lockMembers } from '../members/locked.ts'
import { type OpenIdDeps, roleFor } from './policy.ts'
import { OpenIdRefusal } from './refusal.ts'

const inputSchema = z.strictObject({
  /** URL of the identity provider. */
  issuer: z.string().min(1),
  /** Id of the user at the identity provider, which never changes. */
  subject: z.string().min(1).max(255),
  email: z.string().nullable(),
  emailVerified: z.boolean(),
  name: z.string().nullable(),
  /** Values of the role claim. */
  roles: z.array(z.string()),
})

/** Verified claims about a user of the identity provider. */
export type OpenIdClaims = z.infer<typeof inputSchema>

/**
 * Finds or creates the user that the identity provider has authenticated. Accepts the open invitations of their
 * address, lets a new user join the organization of the policy, and updates the role there. The first sign-in of an
 * existing user removes their password: whoever chose it has not proven that the address is theirs. The caller opens the
 * session.
 * @throws {OpenIdRefusal} if the policy or the state of the user does not allow the sign-in; nothing is changed
 */
export async function signInWithOpenId({
  ctx,
  input,
}: {
  ctx: AnonymousCtx<OpenIdDeps>
  input: OpenIdClaims
}): Promise<{ userId: string; email: string }> {
  const claims = parse(inputSchema, input)
  const policy = ctx.deps.openIdPolicy
  if (!policy) throw notFound('Sign-in with OpenID Connect')
  const email = allowedAddress(policy, claims)
  const role = roleFor(policy, claims.roles)
  if (role === null) throw new OpenIdRefusal('role')
  const user = await transaction(ctx, async ({ db }) => {
    // Two first sign-ins at the same time create one user.
    await db.$queryRaw`SELECT 1 FROM pg_advisory_xact_lock(hashtextextended(${email}, 0))`
    const { user, isNew } = await findOrCreateUser(ctx, db, claims, email)
    await acceptInvitations(ctx, db, user)
    if (policy.organizationId !== null) {
      const { organizationId } = policy
      if (isNew) await join(ctx, db, user, { organizationId, role })
      if (policy.roles !== null) await updateRole(ctx, db, user, { organizationId, role })
    }
    if ((await db.member.count({ where: { userId: user.id } })) === 0)
      throw new OpenIdRefusal(isNew ? 'no_account' : 'removed')
    await recordUserAudit(db, ctx, { userId: user.id, action: 'session.opened', target: null })
    return user
  })
  accessChanged(user.id)
  return { userId: user.id, email: user.email }
}

/** Returns the address of the claims in lower case, if it may sign in. */
function allowedAddress({ domains, trustEmail }: OpenIdPolicy, claims: OpenIdClaims): string {
  const { data: email } = emailSchema.safeParse(claims.email)
  if (email === undefined) throw new OpenIdRefusal('no_email')
  if (!claims.emailVerified && !trustEmail) throw new OpenIdRefusal('unverified_email')
  const domain = email.slice(email.lastIndexOf('@') + 1)
  if (domains.length > 0 && !domains.includes(domain)) throw new OpenIdRefusal('domain')
  return email
}

async function findOrCreateUser(
  ctx: AnonymousCtx,
  db: Prisma.TransactionClient,
  { issuer: providerId, subject: accountId, name }: OpenIdClaims,
  email: string,
): Promise<{ user: User; isNew: boolean }> {
  const key = { providerId_accountId: { providerId, accountId } }
  const known = await db.account.findUnique({ where: key, include: { user: true } })
  if (known) return { user: known.user, isNew: false }
  const user = await db.user.findUnique({ where: { email }, include: { accounts: true } })
  const account = { id: newId(), providerId, accountId }
  if (!user) {
    const { data: given = nameFrom(email) } = nameSchema.safeParse(name)
    const data = { id: newId(), email, name: given, accounts: { create: account } }
    return { user: await db.user.create({ data }), isNew: true }
  }
  // The address may have been given to another person in the meantime.
  if (user.accounts.some((other) => other.providerId === providerId)) throw new OpenIdRefusal('other_account')
  await removePassword(db, user.id)
  await db.account.create({ data: { ...account, userId: user.id } })
  await recordUserAudit(db, ctx, {
    userId: user.id,
    action: 'open_id.connected',
    target: issuerName(providerId),
  })
  return { user, isNew: false }
}

/** Returns the host of an issuer, which people recognize. */
const issuerName = (issuer: string) => new URL(issuer).host

async function acceptInvitations(ctx: AnonymousCtx, db: Prisma.TransactionClient, user: User): Promise<void> {
  const where = { email: user.email, expiresAt: { gt: ctx.now() } }
  for (const { organizationId, role } of await db.invitation.findMany({ where }))
    await join(ctx, db, user, { organizationId, role })
}

/** An organization and the role of a user in it. */
interface Membership {
  organizationId: string
  role: MemberRole
}

/** Adds the user to the organization, unless they are a member already. */
async function join(
  ctx: AnonymousCtx,
  db: Prisma.TransactionClient,
  { id: userId, email }: User,
  { organizationId, role }: Membership,
): Promise<void> {
  await db.invitation.deleteMany({ where: { organizationId, email } })
  if ((await db.member.count({ where: { organizationId, userId } })) > 0) return
  await db.member.create({ data: { id: newId(), organizationId, userId, role } })
  await recordAudit(db, ctx, { organizationId, action: 'member.joined', target: email, userId })
}

/** Sets the role of an existing member. The last admin stays one. */
async function updateRole(
  ctx: AnonymousCtx,
  db: Prisma.TransactionClient,
  { id: userId, email }: User,
  { organizationId, role }: Membership,
): Promise<void> {
  await lockMembers(db, organizationId)
  const where = { organizationId_userId: { organizationId, userId } }
  const member = await db.member.findUnique({ where })
  if (!member || member.role === role || (await isLastAdmin(db, member))) return
  await db.member.update({ where, data: { role } })
  const target = `${email}: ${role}`
  await recordAudit(db, ctx, { organizationId, action: 'member.role_changed', target, userId })
}
