import { Hono, type MiddlewareHandler } from 'hono'
import { z } from 'zod'
import { requireMember } from '../core/access/authorize.ts'
import { recordSignIn } from '../core/audit/record-sign-in.ts'
import type { AppServices } from '../core/context.ts'
import { AppError } from '../core/foundation/errors.ts'
import { parse } from '../core/foundation/parse.ts'
import { refuseLate } from '../core/foundation/pending-request.ts'
import { changePassword } from '../core/members/change-password.ts'
import { emailSchema } from '../core/members/credentials.ts'
import { countFailures } from './attempts.ts'
import { type Authentication, authenticated } from './authenticate.ts'
import { readBody, readJson } from './body.ts'
import type { HttpEnv } from './environment.ts'
import { accountSubject, createKnownDevices } from './known-device.ts'
import { addLinkEndpoints } from './link-endpoints.ts'
import { originAllowed } from './origin.ts'
import { countAddress, showAddressRate } from './rate.ts'
import { anonymousCtx, getSender, setCookies } from './sender.ts'
import { MAX_BODY_SIZE, type SignIn } from './sign-in-parts.ts'

const signInSchema = z.strictObject({
  email: emailSchema,
  password: z.string('must be a text').min(1, 'must not be empty'),
  rememberMe: z.boolean('must be true or false').optional(),
})

/**
 * Creates the app at /api/auth with the endpoints for sessions and passwords. A request that changes data must come from a page
 * of the installation, or have neither Origin nor cookie, like requests from programs. No response body contains a session
 * token.
 */
export function createSignInApp({
  services,
  gate,
  signIn,
  publicUrl,
}: {
  services: AppServices
  gate: Authentication['gate']
  signIn: SignIn
  publicUrl: string | null
}): Hono<HttpEnv> {
  const app = new Hono<HttpEnv>().basePath('/api/auth')
  const { sessions, attempts, deviceSecret } = signIn
  const devices = createKnownDevices({
    secret: deviceSecret,
    secure: publicUrl?.startsWith('https:') ?? false,
  })
  app.use(showAddressRate(gate.limiter), rejectOtherSites(publicUrl))

  app.get('/get-session', async (context) => {
    await countAddress(context, gate.limiter)
    const { found, cookies } = await sessions.read(getSender(context))
    setCookies(context, cookies)
    if (!found) return context.json(null)
    const { token: _, ...session } = found.session
    return context.json({ session, user: found.user })
  })

  app.post('/sign-in/email', async (context) => {
    const body = await readJson(context.env.incoming, MAX_BODY_SIZE)
    await countAddress(context, attempts.byAddress, 'sign-in')
    const { rememberMe, ...attempt } = parse(signInSchema, body)
    const { email } = attempt
    refuseLate(context.env.exchange)
    const opened = await countFailures(
      attempts.byAccount,
      await accountSubject(context, devices, email),
      () =>
        sessions.open({ ...attempt, ...(rememberMe !== undefined && { rememberMe }) }, getSender(context)),
    )
    // Not awaited, so that the duration does not reveal whether the address has an account.
    void recordSignIn({
      ctx: anonymousCtx(services, context),
      input: { email, opened: opened !== null },
    }).catch((error) => services.deps.logger.error({ error }, 'a sign-in is missing in the audit log'))
    if (!opened) throw new AppError('UNAUTHORIZED', 'The email address or the password is wrong.')
    setCookies(context, opened.cookies)
    await devices.remember(context, email)
    return context.json({ user: opened.user })
  })

  app.post('/sign-out', async (context) => {
    await readBody(context.env.incoming, MAX_BODY_SIZE)
    await countAddress(context, gate.limiter)
    const { cookies } = await sessions.end(getSender(context))
    gate.authenticator.forgetSession(context.env.incoming.headers.cookie)
    setCookies(context, cookies)
    return context.json({ success: true })
  })

  app.post(
    '/change-password',
    authenticated(services, {
      gate,
      originAllowed: ({ headers: { host, origin } }) => originAllowed({ host, origin, publicUrl }),
    }),
    async (context) => {
      const ctx = context.get('ctx')
      const { userId, sessionId } = requireMember(ctx)
      const input = await readJson(context.env.incoming, MAX_BODY_SIZE)
      await countAddress(context, attempts.byAddress, 'sign-in')
      await countFailures(attempts.byAccount, `session:${sessionId ?? userId}`, async () => {
        await changePassword({ ctx, input })
        return true
      })
      return context.json({ success: true })
    },
  )

  app.get('/options', (context) => context.json({ passwordResetByMail: services.deps.mailer !== null }))

  addLinkEndpoints(app, { services, signIn, devices })
  return app
}

/** Returns middleware that rejects changes requested by pages of other sites. */
function rejectOtherSites(publicUrl: string | null): MiddlewareHandler<HttpEnv> {
  return async ({ env: { incoming } }, next) => {
    const { host, origin, cookie } = incoming.headers
    const isProgram = !origin && !cookie
    if (incoming.method !== 'GET' && !isProgram && !originAllowed({ host, origin, publicUrl })) {
      throw new AppError(
        'FORBIDDEN',
        'A session is accepted only from pages of this installation: the header Origin must be its address.',
      )
    }
    return next()
  }
}
