import { z } from 'zod'
import type { AnonymousCtx } from '../context.ts'
import { hashToken } from '../ids.ts'
import { invalidLink, linkTokenSchema } from '../links.ts'
import { parse } from '../parse.ts'
import { transaction } from '../transaction.ts'

const inputSchema = z.strictObject({ token: linkTokenSchema })

/**
 * The user whom the link with a token signs in, once. The caller opens the session.
 * @throws {AppError} BAD_REQUEST, also for a token that is not valid any more
 */
export async function useSignInLink({
  ctx,
  input,
}: {
  ctx: AnonymousCtx
  input: unknown
}): Promise<{ userId: string; email: string }> {
  const { token } = parse(inputSchema, input)
  const where = { tokenHash: hashToken(token), expiresAt: { gt: ctx.now() } }
  const { id: userId, email } = await transaction(ctx, async ({ db }) => {
    const found = await db.signInLink.findUnique({ where, include: { user: true } })
    const { count } = await db.signInLink.deleteMany({ where })
    if (!found || count === 0) throw invalidLink()
    return found.user
  })
  ctx.deps.logger.info({ userId, requestId: ctx.requestId }, 'a link to sign in was used')
  return { userId, email }
}
