import { z } from 'zod'
import type { Invitation, Organization } from '../../generated/prisma/client.ts'
import type { MemberRole } from '../../generated/prisma/enums.ts'
import { hashPassword } from '../../infra/password.ts'
import { accessChanged } from '../access/access-changes.ts'
import { recordAudit } from '../foundation/audit-log.ts'
import type { AnonymousCtx } from '../foundation/context.ts'
import { AppError } from '../foundation/errors.ts'
import { invalidLink, linkTokenSchema, openLink } from '../foundation/links.ts'
import { parse } from '../foundation/parse.ts'
import { nameSchema } from '../foundation/text.ts'
import { hasPassword, passwordSchema } from '../members/credentials.ts'
import { joinOrganization, nameFrom } from '../members/join.ts'

const readSchema = z.strictObject({ token: linkTokenSchema })

const inputSchema = z.strictObject({
  token: linkTokenSchema,
  /** Name of a person without an account; defaults to the part of the address before the @. */
  name: nameSchema.optional(),
  password: passwordSchema,
})

/** Details that an invited person sees before accepting. */
export interface InvitationToAccept {
  email: string
  role: MemberRole
  organizationName: string
  /**
   * Whether the address already has an account. If so, its password is needed; otherwise a name and a new password are.
   */
  hasAccount: boolean
  expiresAt: Date
}

/**
 * Returns the details of the invitation with this token.
 * @throws {AppError} BAD_REQUEST, also for a token that is no longer valid
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
 * Returns the email address of the invitation with this token.
 * @throws {AppError} BAD_REQUEST, also for a token that is no longer valid
 */
export async function invitedAddress({ ctx, input }: { ctx: AnonymousCtx; input: unknown }): Promise<string> {
  const { token } = parse(inputSchema, input)
  return (await openInvitation(ctx, token)).email
}

/**
 * Accepts an invitation and makes the invited person a member. If the address has no account yet, creates one with this
 * name and password. An existing user must enter their password, because the inviting admin may know the link too;
 * their name stays unchanged. An invitation can be accepted once.
 * @throws {AppError} BAD_REQUEST, also for a token that is no longer valid; UNAUTHORIZED for a wrong password of an
 *   existing user; CONFLICT if the person is already a member
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
      'This address already has an account, and the password is wrong. Accept with the password of that account.',
    )
  }
  const who = user
    ? { user }
    : { user, email, name: name ?? nameFrom(email), passwordHash: await hashPassword(password) }
  const { userId } = await joinOrganization(ctx, who, { organizationId, role }, async (db) => {
    const { count } = await db.invitation.deleteMany({ where: { id, tokenHash } })
    if (count === 0) throw invalidLink()
  })
  await recordAudit(ctx.db.prisma, ctx, { organizationId, action: 'member.joined', target: email, userId })
  accessChanged(userId)
  return { email, organizationId }
}

async function openInvitation(
  ctx: AnonymousCtx,
  token: string,
): Promise<Invitation & { organization: Organization }> {
  const invitation = await ctx.db.prisma.invitation.findUnique({
    where: openLink(ctx, token),
    include: { organization: true },
  })
  if (!invitation) throw invalidLink()
  return invitation
}
