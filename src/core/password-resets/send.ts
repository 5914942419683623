import { z } from 'zod'
import { authorize } from '../authorize.ts'
import type { Ctx } from '../context.ts'
import { AppError, notFound } from '../errors.ts'
import { uuidSchema } from '../ids.ts'
import type { MemberRecord } from '../members/definition.ts'
import { visibleMembers } from '../members/locked.ts'
import { toMemberRecord, WITH_USER } from '../members/read.ts'
import { parse } from '../parse.ts'
import { issuePasswordReset } from './issue.ts'

const inputSchema = z.strictObject({ memberId: uuidSchema })

/** A link that was sent. */
export interface SentPasswordReset {
  member: MemberRecord
  /** Null if it was sent by e-mail, else the link for the member, which cannot be read again later. */
  link: string | null
}

/**
 * Sends a member a link by which they set a new password, valid once and for 24 hours; it replaces a former one. The password
 * stays until then. An admin is not shown the link for a user who belongs to other organizations as well, because it opens the
 * data of all of them. For operators, and for admins of the organization.
 * @throws {AppError} FORBIDDEN; NOT_FOUND, also for another organization's; what {@link issuePasswordReset} throws
 */
export async function sendPasswordReset({
  ctx,
  input,
}: {
  ctx: Ctx
  input: z.input<typeof inputSchema>
}): Promise<SentPasswordReset> {
  authorize(ctx, 'members:manage')
  const { memberId } = parse(inputSchema, input)
  const { prisma } = ctx.db
  const member = await prisma.member.findFirst({
    where: { AND: [{ id: memberId }, visibleMembers(ctx)] },
    include: { user: { include: { ...WITH_USER.user.include, members: true } } },
  })
  if (!member) throw notFound('Member')
  const { user } = member
  const shownToAdmin = ctx.actor.type !== 'operator' && ctx.deps.mailer === null
  if (shownToAdmin && user.members.length > 1) {
    throw new AppError(
      'FORBIDDEN',
      'This member belongs to other organizations too: the link is given out only by e-mail (SMTP_URL) or by the operator.',
    )
  }
  const link = await issuePasswordReset(ctx, user, shownToAdmin ? member.organizationId : null)
  return { member: toMemberRecord(member), link }
}
