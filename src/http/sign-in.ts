import { type Context, Hono, type MiddlewareHandler } from 'hono'
import { z } from 'zod'
import type { AttemptLimiter, RateLimiter } from '../core/admission.ts'
import { memberOf } from '../core/authorize.ts'
import type { AnonymousCtx, Services } from '../core/context.ts'
import { AppError } from '../core/errors.ts'
import { acceptInvitation, invitedAddress } from '../core/invitations/accept.ts'
import { changePassword } from '../core/members/change-password.ts'
import { emailSchema } from '../core/members/credentials.ts'
import { parse } from '../core/parse.ts'
import { resetPassword } from '../core/password-resets/use.ts'
import { refuseLate } from '../core/pending-request.ts'
import { type Authentication, authenticated } from './authenticate.ts'
import { readBody, readJson } from './body.ts'
import type { HttpEnv } from './environment.ts'
import { accountDigest, createKnownDevices } from './known-device.ts'
import { originAllowed } from './origin.ts'
import { countAddress, uncounted } from './rate.ts'

/** The sender of a request: what a session is read from, and what is stored with it. */
interface Sender {
  cookie: string | undefined
  userAgent: string | undefined
  address: string
}

/** What opens, reads and ends the sessions of members. `cookies` are values of the header Set-Cookie. */
export interface Sessions {
  /** Null for a wrong password and for an unknown address. */
  open(
    attempt: { email: string; password: string; rememberMe?: boolean },
    sender: Sender,
  ): Promise<{ user: object; cookies: string[] } | null>
  read(
    sender: Sender,
  ): Promise<{ found: { session: { token: string }; user: object } | null; cookies: string[] }>
  end(sender: Sender): Promise<{ cookies: string[] }>
}

/** What signing in needs. */
export interface SignIn {
  sessions: Sessions
  /** Limits of the requests that try a password or a token. */
  attempts: { byAddress: RateLimiter; byAccount: AttemptLimiter }
  /** Signs the cookie by which known devices are told from others. */
  deviceSecret: string
}

/** Maximum size of a body in bytes. */
const MAXIMUM_BODY = 8_000

/** How much of the header User-Agent is stored with a session, in characters. */
const MAXIMUM_USER_AGENT = 500

const signInSchema = z.strictObject({
  email: emailSchema,
  password: z.string('must be a text').min(1, 'must not be empty'),
  rememberMe: z.boolean('must be true or false').optional(),
})

/**
 * Creates the app of /api/auth, the endpoints of sessions and passwords. A request that changes something must come from a
 * page of the installation or have neither Origin nor cookie, as those of programs. No body contains the token of a session.
 */
export function createSignInApp({
  services,
  gate,
  signIn: { sessions, attempts, deviceSecret },
  publicUrl,
}: {
  services: Services
  gate: Authentication['gate']
  signIn: SignIn
  publicUrl: string | null
}): Hono<HttpEnv> {
  const app = new Hono<HttpEnv>().basePath('/api/auth')
  const devices = createKnownDevices({
    secret: deviceSecret,
    secure: publicUrl?.startsWith('https:') ?? false,
  })
  /** The subject of the limit of attempts to sign in to an account. */
  const subjectOf = async (context: Context<HttpEnv>, email: string) => {
    const device = await devices.read(context, email)
    return device ? `device:${device}` : `account:${accountDigest(email)}`
  }
  app.use(uncounted(gate.limiter), fromOwnPages(publicUrl))

  app.get('/get-session', async (context) => {
    await countAddress(context, gate.limiter)
    const { found, cookies } = await sessions.read(senderOf(context))
    setCookies(context, cookies)
    if (!found) return context.json(null)
    const { token: _, ...session } = found.session
    return context.json({ session, user: found.user })
  })

  app.post('/sign-in/email', async (context) => {
    const given = await readJson(context.env.incoming, MAXIMUM_BODY)
    await countAddress(context, attempts.byAddress, 'sign-in')
    const { rememberMe, ...attempt } = parse(signInSchema, given)
    const { email } = attempt
    refuseLate(context.env.exchange)
    const opened = await countFailures(attempts.byAccount, await subjectOf(context, email), () =>
      sessions.open({ ...attempt, ...(rememberMe !== undefined && { rememberMe }) }, senderOf(context)),
    )
    if (!opened) throw new AppError('UNAUTHORIZED', 'The e-mail address or the password is wrong.')
    setCookies(context, opened.cookies)
    await devices.remember(context, email)
    return context.json({ user: opened.user })
  })

  app.post('/sign-out', async (context) => {
    await readBody(context.env.incoming, MAXIMUM_BODY)
    await countAddress(context, gate.limiter)
    const { cookies } = await sessions.end(senderOf(context))
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
      const { userId, sessionId } = memberOf(ctx)
      const input = await readJson(context.env.incoming, MAXIMUM_BODY)
      await countAddress(context, attempts.byAddress, 'sign-in')
      await countFailures(attempts.byAccount, `session:${sessionId ?? userId}`, async () => {
        await changePassword({ ctx, input })
        return true
      })
      return context.json({ success: true })
    },
  )

  app.post('/accept-invitation', async (context) => {
    const input = await readJson(context.env.incoming, MAXIMUM_BODY)
    await countAddress(context, attempts.byAddress, 'sign-in')
    const ctx = anonymousCtx(services, context)
    const email = await invitedAddress({ ctx, input })
    const accepted = await countFailures(attempts.byAccount, await subjectOf(context, email), () =>
      acceptInvitation({ ctx, input }),
    )
    await devices.remember(context, email)
    return context.json(accepted)
  })

  app.post('/reset-password', async (context) => {
    const input = await readJson(context.env.incoming, MAXIMUM_BODY)
    await countAddress(context, attempts.byAddress, 'sign-in')
    const ctx = anonymousCtx(services, context)
    const email = await resetPassword({ ctx, input })
    await devices.remember(context, email)
    return context.json({ email })
  })
  return app
}

/** Middleware: nothing is stored by caches, and what changes something comes from a page of the installation or a program. */
function fromOwnPages(publicUrl: string | null): MiddlewareHandler<HttpEnv> {
  return async ({ env: { incoming, outgoing } }, next) => {
    outgoing.setHeader('Cache-Control', 'no-store')
    const { host, origin, cookie } = incoming.headers
    const ofProgram = !origin && !cookie
    if (incoming.method !== 'GET' && !ofProgram && !originAllowed({ host, origin, publicUrl })) {
      throw new AppError(
        'FORBIDDEN',
        'A session is accepted only from pages of this installation: the header Origin must be its address.',
      )
    }
    return next()
  }
}

/**
 * Makes an attempt unless there were too many that failed. It is counted before it is made, so that attempts at the same time
 * cannot exceed the limit.
 * @throws {AppError} RATE_LIMITED
 */
async function countFailures<T>(
  limiter: AttemptLimiter,
  subject: string,
  attempt: () => Promise<T | null>,
): Promise<T | null> {
  const { retryAfter } = await limiter.consume(subject)
  if (retryAfter !== null) {
    throw new AppError('RATE_LIMITED', 'There were too many failed attempts. Try again later.', {
      retryAfter,
    })
  }
  const result = await attempt().catch(async (error) => {
    // Not the sender's failure, such as that of the database.
    if (!(error instanceof AppError)) await limiter.giveBack(subject)
    throw error
  })
  if (result !== null) await limiter.giveBack(subject)
  return result
}

function anonymousCtx(
  services: Services,
  { env: { exchange } }: Pick<Context<HttpEnv>, 'env'>,
): AnonymousCtx {
  return { ...services, requestId: exchange.requestId, request: exchange }
}

function senderOf({ env: { incoming, exchange } }: Context<HttpEnv>): Sender {
  const { cookie, 'user-agent': userAgent } = incoming.headers
  return { cookie, userAgent: userAgent?.slice(0, MAXIMUM_USER_AGENT), address: exchange.address }
}

function setCookies(context: Context<HttpEnv>, cookies: readonly string[]): void {
  for (const cookie of cookies) context.header('Set-Cookie', cookie, { append: true })
}
