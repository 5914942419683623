import { z } from 'zod'
import { authorize } from '../access/authorize.ts'
import { recordAudit } from '../foundation/audit-log.ts'
import type { Ctx } from '../foundation/context.ts'
import { AppError, notFound } from '../foundation/errors.ts'
import { uuidSchema } from '../foundation/ids.ts'
import type { MailDeps } from '../foundation/links.ts'
import { parse } from '../foundation/parse.ts'
import type { MemberRecord } from '../members/definition.ts'
import { managedOrganization } from '../members/locked.ts'
import { toMemberRecord, WITH_USER } from '../members/read.ts'
import { issuePasswordReset } from './issue.ts'

const inputSchema = z.strictObject({ memberId: uuidSchema })

/** Result of {@link sendPasswordReset}. */
export interface SentPasswordReset {
  member: MemberRecord
  /** The link to pass on to the member; null if it was sent by email. It cannot be retrieved again later. */
  link: string | null
}

/**
 * Sends a member a link to set a new password. The link can be used once within 24 hours and replaces any earlier link.
 * The current password keeps working until then. Admins are not shown the link of a user who also belongs to other
 * organizations, because it would give access to the data of all of them. For operators, and for admins of the
 * organization.
 * @throws {AppError} FORBIDDEN; NOT_FOUND, including for a member of another organization; the errors of
 *   {@link issuePasswordReset}
 */
export async function sendPasswordReset({
  ctx,
  input,
}: {
  ctx: Ctx<MailDeps>
  input: z.input<typeof inputSchema>
}): Promise<SentPasswordReset> {
  authorize(ctx, 'members:manage')
  const { memberId } = parse(inputSchema, input)
  const { prisma } = ctx.db
  const member = await prisma.member.findFirst({
    where: { AND: [{ id: memberId }, managedOrganization(ctx)] },
    include: { user: { include: { ...WITH_USER.user.include, members: true } } },
  })
  if (!member) throw notFound('Member')
  const { user } = member
  const shownToAdmin = ctx.actor.type !== 'operator' && ctx.deps.mailer === null
  if (shownToAdmin && user.members.length > 1) {
    throw new AppError(
      'FORBIDDEN',
      'This member also belongs to other organizations, so the link can only be sent by email (SMTP_URL) or by the operator.',
    )
  }
  const link = await issuePasswordReset(ctx, user, shownToAdmin ? member.organizationId : null)
  const { organizationId } = member
  await recordAudit(prisma, ctx, { organizationId, action: 'password_reset.sent', target: user.email })
  return { member: toMemberRecord(member), link }
}
