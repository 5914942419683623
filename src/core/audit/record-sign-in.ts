import { recordUserAudit } from '../foundation/audit-log.ts'
import type { AnonymousCtx } from '../foundation/context.ts'

/** Logs that a user signed in, or that somebody failed to, in the audit logs of the user's organizations. */
export async function recordSignIn({
  ctx,
  input: { email, opened },
}: {
  ctx: AnonymousCtx
  input: { email: string; opened: boolean }
}): Promise<void> {
  const user = await ctx.db.prisma.user.findUnique({ where: { email } })
  if (!user) return
  const action = opened ? 'session.opened' : 'session.failed'
  await recordUserAudit(ctx.db.prisma, ctx, { userId: user.id, action, target: null })
}
