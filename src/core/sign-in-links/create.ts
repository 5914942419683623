import { z } from 'zod'
import { authorize } from '../access/authorize.ts'
import type { Ctx } from '../foundation/context.ts'
import { notFound } from '../foundation/errors.ts'
import type { MailDeps } from '../foundation/links.ts'
import { createLinkToken, linkTo } from '../foundation/links.ts'
import { parse } from '../foundation/parse.ts'
import { emailSchema } from '../members/credentials.ts'

/** Lifetime of the link, in hours. */
const VALID_HOURS = 12

const inputSchema = z.strictObject({ email: emailSchema })

/** Result of {@link createSignInLink}. */
export interface CreatedSignInLink {
  email: string
  /** The link, or only its path if PUBLIC_URL is not set. It cannot be retrieved again later. */
  link: string
  expiresAt: Date
}

/**
 * Creates a link that signs in a user without a password. It can be used once within twelve hours and replaces any
 * earlier link. The log records the user. Operators only.
 * @throws {AppError} FORBIDDEN; BAD_REQUEST; NOT_FOUND if no user has the email address
 */
export async function createSignInLink({
  ctx,
  input,
}: {
  ctx: Ctx<MailDeps>
  input: z.input<typeof inputSchema>
}): Promise<CreatedSignInLink> {
  authorize(ctx, 'operate')
  const { email } = parse(inputSchema, input)
  const { prisma } = ctx.db
  const { publicUrl, logger } = ctx.deps
  const user = await prisma.user.findUnique({ where: { email } })
  if (!user) throw notFound('User')
  const userId = user.id
  const { token, columns } = createLinkToken(ctx, VALID_HOURS)
  await prisma.signInLink.upsert({ where: { userId }, create: { userId, ...columns }, update: columns })
  const { expiresAt } = columns
  logger.info({ userId, expiresAt }, 'the operator created a sign-in link')
  return { email, link: linkTo('signIn', token, publicUrl), expiresAt }
}
