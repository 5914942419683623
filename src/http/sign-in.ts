import { type Context, Hono, type MiddlewareHandler } from 'hono'
import { z } from 'zod'
import { recordSignIn } from '../core/audit/record-sign-in.ts'
import type { AppServices } from '../core/context.ts'
import { AppError } from '../core/foundation/errors.ts'
import { badFields, parse } from '../core/foundation/parse.ts'
import { refuseLate } from '../core/foundation/pending-request.ts'
import { emailSchema } from '../core/members/credentials.ts'
import { OPEN_ID_PROBLEMS } from '../core/open-id/problems.ts'
import { checkSecondFactor } from '../core/two-factor/check.ts'
import { codeSchema } from '../core/two-factor/code.ts'
import { addAccountEndpoints } from './account-endpoints.ts'
import { countFailures } from './attempts.ts'
import type { Authentication } from './authenticate.ts'
import { readBody, readJson } from './body.ts'
import type { HttpEnv } from './environment.ts'
import { accountSubject, createKnownDevices } from './known-device.ts'
import { addLinkEndpoints } from './link-endpoints.ts'
import { addOpenIdEndpoints } from './open-id-endpoints.ts'
import { originAllowed } from './origin.ts'
import { countAddress, countRequest, showAddressRate } from './rate.ts'
import { anonymousCtx, getSender, setCookies } from './sender.ts'
import { MAX_BODY_SIZE, type SignIn } from './sign-in-parts.ts'

const signInSchema = z.strictObject({
  email: emailSchema,
  password: z.string('must be a text').min(1, 'must not be empty'),
  rememberMe: z.boolean('must be true or false').optional(),
  /** Required from users with two-factor authentication. */
  code: codeSchema.optional(),
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
  const { sessions, attempts, openId, deviceSecret } = signIn
  const devices = createKnownDevices({
    secret: deviceSecret,
    secure: publicUrl?.startsWith('https:') ?? false,
  })
  /** Counts a known device by itself, so that strangers behind the same address, such as in an office, cannot lock it out. */
  const countSender = async (context: Context<HttpEnv>, body: unknown) => {
    const { data } = z.object({ email: emailSchema }).safeParse(body)
    const device = data ? await devices.read(context, data.email) : null
    if (device === null) return countAddress(context, attempts.byAddress, 'sign-in')
    return countRequest(context, attempts.byAddress, `device:${device}`)
  }
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
    await countSender(context, body)
    const { rememberMe, code = null, ...attempt } = parse(signInSchema, body)
    const { email } = attempt
    refuseLate(context.env.exchange)
    const ctx = anonymousCtx(services, context)
    // Not awaited, so that the duration does not reveal whether the address has an account.
    const record = (opened: boolean) =>
      void recordSignIn({ ctx, input: { email, opened } }).catch((error) =>
        services.deps.logger.error({ error }, 'a sign-in is missing in the audit log'),
      )
    const opened = await countFailures(
      attempts.byAccount,
      await accountSubject(context, devices, email),
      async () => {
        const opened = await sessions.open(
          { ...attempt, ...(rememberMe !== undefined && { rememberMe }) },
          getSender(context),
          (userId) => checkSecondFactor(ctx, userId, code),
        )
        if (opened?.secondFactor !== 'wrong') return opened
        record(false)
        throw badFields({ code: 'is wrong, or was already used; wait for the next code of your app' })
      },
    )
    if (opened?.secondFactor === 'missing') return context.json({ twoFactorRequired: true })
    record(opened !== null)
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

  addAccountEndpoints(app, { services, gate, attempts, publicUrl })

  app.get('/options', (context) =>
    context.json({
      passwordResetByMail: services.deps.mailer !== null,
      openId: openId && { label: openId.label, problems: OPEN_ID_PROBLEMS },
    }),
  )

  addLinkEndpoints(app, { services, signIn, devices })
  if (openId && publicUrl !== null)
    addOpenIdEndpoints(app, { services, signIn, devices, client: openId, publicUrl })
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
