import { z } from 'zod'
import type { AnonymousCtx } from '../foundation/context.ts'
import { invalidLink, linkTokenSchema, openLink } from '../foundation/links.ts'
import { parse } from '../foundation/parse.ts'
import { transaction } from '../foundation/transaction.ts'

const inputSchema = z.strictObject({ token: linkTokenSchema })

/**
 * Uses up a sign-in link and returns its user. The caller opens the session.
 * @throws {AppError} BAD_REQUEST, including for a token that is no longer valid
 */
export async function redeemSignInLink({
  ctx,
  input,
}: {
  ctx: AnonymousCtx
  input: unknown
}): Promise<{ userId: string; email: string }> {
  const { token } = parse(inputSchema, input)
  const where = openLink(ctx, token)
  const { id: userId, email } = await transaction(ctx, async ({ db }) => {
    const link = await db.signInLink.findUnique({ where, include: { user: true } })
    const { count } = await db.signInLink.deleteMany({ where })
    if (!link || count === 0) throw invalidLink()
    return link.user
  })
  ctx.deps.logger.info({ userId, requestId: ctx.requestId }, 'a sign-in link was used')
  return { userId, email }
}
