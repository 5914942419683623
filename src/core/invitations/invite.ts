import { z } from 'zod'
import { enumSchema } from '../../definitions/enumeration.ts'
import { DEFAULT_ROLE, MEMBER_ROLES } from '../actor.ts'
import { authorize } from '../authorize.ts'
import type { Ctx } from '../context.ts'
import { AppError, notFound } from '../errors.ts'
import { hashToken, newId, randomToken, uuidSchema } from '../ids.ts'
import { deliverLink } from '../links.ts'
import { emailSchema } from '../members/credentials.ts'
import { resolveOrganization } from '../organizations/resolve.ts'
import { parse } from '../parse.ts'
import type { InvitationRecord } from './definition.ts'
import { toInvitationRecord } from './read.ts'

/** How long the link of an invitation is valid, in days. */
const VALID_DAYS = 7

const inputSchema = z.strictObject({
  organizationId: uuidSchema.optional(),
  email: emailSchema,
  role: enumSchema(MEMBER_ROLES, 'What they may do.').default(DEFAULT_ROLE),
})

/** A new invitation. */
export interface SentInvitation {
  invitation: InvitationRecord
  /** Null if it was sent by e-mail, else the link for the invited person, which cannot be read again later. */
  link: string | null
}

/**
 * Invites a person to an organization by a link that is valid once and for seven days. Another invitation of the same address
 * replaces the former one, whose link then ceases to be valid. For admins of the organization, and for operators, who name it.
 * @throws {AppError} FORBIDDEN; BAD_REQUEST; NOT_FOUND; CONFLICT for a member; what {@link deliverLink} throws
 */
export async function inviteMember({
  ctx,
  input,
}: {
  ctx: Ctx
  input: z.input<typeof inputSchema>
}): Promise<SentInvitation> {
  authorize(ctx, 'members:manage')
  const { organizationId: named, email, role } = parse(inputSchema, input)
  const organizationId = resolveOrganization(ctx, named)
  const { prisma } = ctx.db
  const organization = await prisma.organization.findUnique({ where: { id: organizationId } })
  if (!organization) throw notFound('Organization')
  if (await prisma.member.findFirst({ where: { organizationId, user: { email } } })) {
    throw new AppError('CONFLICT', `${email} is already a member of this organization.`)
  }
  const token = randomToken()
  const tokenHash = hashToken(token)
  const createdAt = ctx.now()
  const expiresAt = new Date(createdAt.getTime() + VALID_DAYS * 86_400_000)
  const data = { role, tokenHash, createdAt, expiresAt }
  const invitation = await prisma.invitation.upsert({
    where: { organizationId_email: { organizationId, email } },
    create: { id: newId(), organizationId, email, ...data },
    update: data,
  })
  try {
    const link = await deliverLink(ctx, {
      page: 'invitation',
      token,
      to: email,
      subject: `Invitation to ${organization.name} on Answergraph`,
      text: (link) =>
        `You are invited to join ${organization.name} on Answergraph. Open this link within ${VALID_DAYS} days:\n\n${link}\n\n` +
        'If you do not know why you were invited, ignore this message.\n',
    })
    return { invitation: toInvitationRecord(invitation), link }
  } catch (error) {
    await prisma.invitation.deleteMany({ where: { tokenHash } })
    throw error
  }
}
