import { z } from 'zod'
import type { AnonymousCtx } from '../foundation/context.ts'
import { uuidSchema } from '../foundation/ids.ts'
import { invalidLink } from '../foundation/links.ts'
import type { SecretDeps } from '../foundation/secrets.ts'
import { DEFAULT_PREFERENCES } from './preferences.ts'

const tokenSchema = z.object({ unsubscribe: uuidSchema })

/** Returns the path of the link that ends the emails to a member. Its token is encrypted, so it cannot be guessed. */
export function unsubscribePath({ secrets }: SecretDeps, memberId: string): string {
  const token = secrets.seal(JSON.stringify({ unsubscribe: memberId }))
  return `/unsubscribe/alerts?token=${Buffer.from(token).toString('base64url')}`
}

/**
 * Ends the emails about alerts to the member that the token of a link names. Needs no sign-in. Repeating it has no
 * further effect.
 * @throws {AppError} BAD_REQUEST for a token that is not valid, or of a former member
 */
export async function unsubscribeFromAlerts({
  ctx,
  input,
}: {
  ctx: AnonymousCtx<SecretDeps>
  input: { token: string }
}): Promise<void> {
  const memberId = memberOf(ctx.deps, input.token)
  const { timeZone, severity } = DEFAULT_PREFERENCES
  const member = await ctx.db.prisma.member.findUnique({ where: { id: memberId } })
  if (!member) throw invalidLink()
  await ctx.db.prisma.alertPreference.upsert({
    where: { memberId },
    create: { memberId, email: 'never', severity, timeZone, allProjects: true, projectIds: [] },
    update: { email: 'never' },
  })
}

function memberOf({ secrets }: SecretDeps, token: string): string {
  try {
    const text = secrets.open(Uint8Array.from(Buffer.from(token, 'base64url')))
    return tokenSchema.parse(JSON.parse(text)).unsubscribe
  } catch {
    throw invalidLink()
  }
}
