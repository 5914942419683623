import type { Context, Hono } from 'hono'
import { requireMember } from '../core/access/authorize.ts'
import type { AppCtx, AppServices } from '../core/context.ts'
import { changePassword } from '../core/members/change-password.ts'
import { disableTwoFactor } from '../core/two-factor/disable.ts'
import { confirmTwoFactor, startTwoFactor } from '../core/two-factor/enable.ts'
import { countFailures } from './attempts.ts'
import { type Authentication, authenticated } from './authenticate.ts'
import { readJson } from './body.ts'
import type { HttpEnv } from './environment.ts'
import { originAllowed } from './origin.ts'
import { countAddress } from './rate.ts'
import { MAX_BODY_SIZE, type SignIn } from './sign-in-parts.ts'

/** Adds the endpoints with which a signed-in user changes how they sign in. Each asks for the password or a code again. */
export function addAccountEndpoints(
  app: Hono<HttpEnv>,
  {
    services,
    gate,
    attempts,
    publicUrl,
  }: {
    services: AppServices
    gate: Authentication['gate']
    attempts: SignIn['attempts']
    publicUrl: string | null
  },
): void {
  const session = authenticated(services, {
    gate,
    originAllowed: ({ headers: { host, origin } }) => originAllowed({ host, origin, publicUrl }),
  })
  /** Calls a verb with the body of the request. Failed attempts of a session are limited. */
  const call = async <T>(
    context: Context<HttpEnv & { Variables: { ctx: AppCtx } }>,
    verb: (request: { ctx: AppCtx; input: unknown }) => Promise<T>,
  ): Promise<T | null> => {
    const ctx = context.get('ctx')
    const { userId, sessionId } = requireMember(ctx)
    const input = await readJson(context.env.incoming, MAX_BODY_SIZE)
    await countAddress(context, attempts.byAddress, 'sign-in')
    return countFailures(attempts.byAccount, `session:${sessionId ?? userId}`, () => verb({ ctx, input }))
  }

  app.post('/change-password', session, async (context) => {
    await call(context, changePassword)
    return context.json({ success: true })
  })
  app.post('/two-factor/start', session, async (context) => context.json(await call(context, startTwoFactor)))
  app.post('/two-factor/confirm', session, async (context) =>
    context.json(await call(context, confirmTwoFactor)),
  )
  app.post('/two-factor/disable', session, async (context) => {
    await call(context, disableTwoFactor)
    return context.json({ success: true })
  })
}
