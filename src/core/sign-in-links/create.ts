import { z } from 'zod'
import { authorize } from '../authorize.ts'
import type { Ctx } from '../context.ts'
import { notFound } from '../errors.ts'
import { hashToken, randomToken } from '../ids.ts'
import { linkTo } from '../links.ts'
import { emailSchema } from '../members/credentials.ts'
import { parse } from '../parse.ts'

/** How long the link is valid, in hours. */
const VALID_HOURS = 12

const inputSchema = z.strictObject({ email: emailSchema })

/** A link by which a user signs in. */
export interface CreatedSignInLink {
  email: string
  /** Cannot be read again later; only a path where PUBLIC_URL is not set. */
  link: string
  expiresAt: Date
}

/**
 * Makes a link by which a user signs in without the password, valid once and for twelve hours; it replaces a former one. The
 * log says for whom it was made. Operators only.
 * @throws {AppError} FORBIDDEN; BAD_REQUEST; NOT_FOUND for an address without a user
 */
export async function createSignInLink({
  ctx,
  input,
}: {
  ctx: Ctx
  input: z.input<typeof inputSchema>
}): Promise<CreatedSignInLink> {
  authorize(ctx, 'operate')
  const { email } = parse(inputSchema, input)
  const { prisma } = ctx.db
  const { publicUrl, logger } = ctx.deps
  const user = await prisma.user.findUnique({ where: { email } })
  if (!user) throw notFound('User')
  const userId = user.id
  const token = randomToken()
  const createdAt = ctx.now()
  const expiresAt = new Date(createdAt.getTime() + VALID_HOURS * 3_600_000)
  const data = { tokenHash: hashToken(token), createdAt, expiresAt }
  await prisma.signInLink.upsert({ where: { userId }, create: { userId, ...data }, update: data })
  logger.info({ userId, expiresAt }, 'a link to sign in was made by the operator')
  return { email, link: linkTo('signIn', token, publicUrl), expiresAt }
}
