import { z } from 'zod'
import { enumSchema } from '../../definitions/fields/enum-schema.ts'
import { authorize } from '../access/authorize.ts'
import { DEFAULT_ROLE, MEMBER_ROLES } from '../foundation/actor.ts'
import { recordAudit } from '../foundation/audit-log.ts'
import type { Ctx } from '../foundation/context.ts'
import { AppError, notFound } from '../foundation/errors.ts'
import { newId, uuidSchema } from '../foundation/ids.ts'
import type { MailDeps } from '../foundation/links.ts'
import { createLinkToken, deliverLink } from '../foundation/links.ts'
import { parse } from '../foundation/parse.ts'
import { emailSchema } from '../members/credentials.ts'
import { resolveOrganization } from '../organizations/resolve.ts'
import type { InvitationRecord } from './definition.ts'
import { toInvitationRecord } from './read.ts'

/** Days until the link of an invitation expires. */
const VALID_DAYS = 7

const inputSchema = z.strictObject({
  organizationId: uuidSchema.optional(),
  email: emailSchema,
  role: enumSchema(MEMBER_ROLES, 'Role of the new member.').default(DEFAULT_ROLE),
})

/** A new invitation. */
export interface SentInvitation {
  invitation: InvitationRecord
  /** Link for the invited person, which cannot be retrieved again; null if it was sent by email. */
  link: string | null
}

/**
 * Invites a person to an organization with a single-use link that is valid for seven days. A new invitation to the same
 * address replaces the earlier one and invalidates its link. For admins of the organization, and for operators, who
 * must pass the organization id.
 * @throws {AppError} FORBIDDEN; BAD_REQUEST; NOT_FOUND; CONFLICT if the person is already a member; errors of {@link
 *   deliverLink}
 */
export async function inviteMember({
  ctx,
  input,
}: {
  ctx: Ctx<MailDeps>
  input: z.input<typeof inputSchema>
}): Promise<SentInvitation> {
  authorize(ctx, 'members:manage')
  const { email, role, ...request } = parse(inputSchema, input)
  const organizationId = resolveOrganization(ctx, request.organizationId)
  const { prisma } = ctx.db
  const organization = await prisma.organization.findUnique({ where: { id: organizationId } })
  if (!organization) throw notFound('Organization')
  if (await prisma.member.findFirst({ where: { organizationId, user: { email } } })) {
    throw new AppError('CONFLICT', `${email} is already a member of this organization.`)
  }
  const { token, columns } = createLinkToken(ctx, VALID_DAYS * 24)
  const data = { role, ...columns }
  const invitation = await prisma.invitation.upsert({
    where: { organizationId_email: { organizationId, email } },
    create: { id: newId(), organizationId, email, ...data },
    update: data,
  })
  const link = await deliverLink(ctx, {
    page: 'invitation',
    token,
    to: email,
    subject: `Invitation to ${organization.name} on Answergraph`,
    text: (link) =>
      `You are invited to join ${organization.name} on Answergraph. Open this link within ${VALID_DAYS} days:\n\n${link}\n\n` +
      'If you do not know why you were invited, ignore this message.\n',
    withdraw: () => prisma.invitation.deleteMany({ where: { tokenHash: columns.tokenHash } }),
  })
  await recordAudit(prisma, ctx, { organizationId, action: 'member.invited', target: `${email}: ${role}` })
  return { invitation: toInvitationRecord(invitation), link }
}
