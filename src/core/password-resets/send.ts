import { z } from 'zod'
import { authorize } from '../authorize.ts'
import type { Ctx } from '../context.ts'
import { AppError, notFound } from '../errors.ts'
import { hashToken, randomToken, uuidSchema } from '../ids.ts'
import { deliverLink } from '../links.ts'
import type { MemberRecord } from '../members/definition.ts'
import { visibleMembers } from '../members/locked.ts'
import { toMemberRecord } from '../members/read.ts'
import { parse } from '../parse.ts'

/** How long the link is valid, in hours. */
const VALID_HOURS = 24

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
 * @throws {AppError} FORBIDDEN; NOT_FOUND, also for another organization's; what {@link deliverLink} throws
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
    include: { user: { include: { members: true } } },
  })
  if (!member) throw notFound('Member')
  const { userId, user } = member
  const shownToAdmin = ctx.actor.type !== 'operator' && ctx.deps.mailer === null
  if (shownToAdmin && user.members.length > 1) {
    throw new AppError(
      'FORBIDDEN',
      'This member belongs to other organizations too: the link is given out only by e-mail (SMTP_URL) or by the operator.',
    )
  }
  const token = randomToken()
  const tokenHash = hashToken(token)
  const data = {
    tokenHash,
    organizationId: shownToAdmin ? member.organizationId : null,
    createdAt: ctx.now(),
    expiresAt: new Date(ctx.now().getTime() + VALID_HOURS * 3_600_000),
  }
  await prisma.passwordReset.upsert({ where: { userId }, create: { userId, ...data }, update: data })
  try {
    const link = await deliverLink(ctx, {
      page: 'passwordReset',
      token,
      to: user.email,
      subject: 'A new password for Answergraph',
      text: (link) =>
        `Open this link within ${VALID_HOURS} hours to set a new password for Answergraph:\n\n${link}\n\n` +
        'Until then your password stays as it is. If you did not ask for this, ignore this message.\n',
    })
    return { member: toMemberRecord(member), link }
  } catch (error) {
    await prisma.passwordReset.deleteMany({ where: { tokenHash } })
    throw error
  }
}
