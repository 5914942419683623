import { z } from 'zod'
import type { Invitation, Organization } from '../../generated/prisma/client.ts'
import type { MemberRole } from '../../generated/prisma/enums.ts'
import { hashPassword } from '../../infra/password.ts'
import { accessChanged } from '../access-changes.ts'
import type { AnonymousCtx } from '../context.ts'
import { AppError } from '../errors.ts'
import { hashToken } from '../ids.ts'
import { invalidLink, linkTokenSchema } from '../links.ts'
import { hasPassword, passwordSchema } from '../members/credentials.ts'
import { joinOrganization, nameFrom } from '../members/join.ts'
import { parse } from '../parse.ts'
import { nameSchema } from '../text.ts'

const readSchema = z.strictObject({ token: linkTokenSchema })

const inputSchema = z.strictObject({
  token: linkTokenSchema,
  /** Of a person who has no user yet; by default it is made of the address. */
  name: nameSchema.optional(),
  password: passwordSchema,
})

/** What an invited person is shown before accepting. */
export interface InvitationToAccept {
  email: string
  role: MemberRole
  organizationName: string
  /** Whether the address has a user, whose password is needed then; otherwise a name and a new password are. */
  hasAccount: boolean
  expiresAt: Date
}

/**
 * Whom and what the link with a token invites to.
 * @throws {AppError} BAD_REQUEST, also for a token that is not valid any more
 */
export async function readInvitation({
  ctx,
  input,
}: {
  ctx: AnonymousCtx
  input: unknown
}): Promise<InvitationToAccept> {
  const { token } = parse(readSchema, input)
  const { email, role, organization, expiresAt } = await openInvitation(ctx, token)
  const hasAccount = (await ctx.db.prisma.user.count({ where: { email } })) > 0
  return { email, role, organizationName: organization.name, hasAccount, expiresAt }
}

/**
 * The address that is invited by the link with a token.
 * @throws {AppError} BAD_REQUEST, also for a token that is not valid any more
 */
export async function invitedAddress({ ctx, input }: { ctx: AnonymousCtx; input: unknown }): Promise<string> {
  const { token } = parse(inputSchema, input)
  return (await openInvitation(ctx, token)).email
}

/**
 * Makes the invited person a member, once: with this name and password, if the address has no user yet. A user who exists
 * proves by their password that the invitation is theirs, because whoever invites may know the link; their name stays.
 * @throws {AppError} BAD_REQUEST, also for a token that is not valid any more; UNAUTHORIZED for a wrong password of an existing
 * user; CONFLICT for a member
 */
export async function acceptInvitation({
  ctx,
  input,
}: {
  ctx: AnonymousCtx
  input: unknown
}): Promise<{ email: string; organizationId: string }> {
  const { token, name, password } = parse(inputSchema, input)
  const { id, email, organizationId, role, tokenHash } = await openInvitation(ctx, token)
  const user = await ctx.db.prisma.user.findUnique({ where: { email } })
  if (user && !(await hasPassword(ctx.db.prisma, user.id, password))) {
    throw new AppError(
      'UNAUTHORIZED',
      'This address has an account already, and this is not its password. Accept with the password of the account.',
    )
  }
  const who = user
    ? { user }
    : { user, email, name: name ?? nameFrom(email), passwordHash: await hashPassword(password) }
  const { userId } = await joinOrganization(ctx, who, { organizationId, role }, async (db) => {
    const { count } = await db.invitation.deleteMany({ where: { id, tokenHash } })
    if (count === 0) throw invalidLink()
  })
  accessChanged(userId)
  return { email, organizationId }
}

async function openInvitation(
  { db, now }: AnonymousCtx,
  token: string,
): Promise<Invitation & { organization: Organization }> {
  const invitation = await db.prisma.invitation.findUnique({
    where: { tokenHash: hashToken(token), expiresAt: { gt: now() } },
    include: { organization: true },
  })
  if (!invitation) throw invalidLink()
  return invitation
}
