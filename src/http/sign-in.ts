import { type Context, Hono } from 'hono'
import type { RateLimiter, RequestGate } from '../core/admission.ts'
import { AppError } from '../core/errors.ts'
import { readBody } from './body.ts'
import type { HttpEnv } from './environment.ts'
import { originAllowed } from './origin.ts'
import { countAddress, uncounted } from './rate.ts'

/** Where members sign in and out. */
export interface SignIn {
  /** Answers a request on /api/auth, whose Origin the caller has checked. */
  answer(request: Request): Promise<Response>
  /** Limits requests that try a password. */
  attempts: RateLimiter
}

/** The endpoints of better-auth that are served. Users are created, and passwords reset, by operators only. */
const PATHS = ['/sign-in/email', '/sign-out', '/get-session', '/change-password']
const TRIES_PASSWORD = /\/(sign-in\/email|change-password)$/

/** Maximum size of a body in bytes; it holds an e-mail address and a password. */
const MAXIMUM_BODY = 8_000

/**
 * Creates the app of /api/auth, the endpoints of sessions. A request that changes something must come from a page of the
 * installation or have neither Origin nor cookie, as those of programs. Refusals by this app have the form of REST; all other
 * responses are better-auth's.
 */
export function createSignInApp({
  gate: { limiter, authenticator },
  signIn,
  publicUrl,
}: {
  gate: RequestGate
  signIn: SignIn
  publicUrl: string | null
}): Hono<HttpEnv> {
  const app = new Hono<HttpEnv>().basePath('/api/auth')
  app.use(uncounted(limiter))
  app.on(['GET', 'POST'], PATHS, async (context) => {
    const { incoming, outgoing } = context.env
    const { raw, method, path } = context.req
    outgoing.setHeader('Cache-Control', 'no-store')
    if (method !== 'GET' && !fromOwnPage(context, publicUrl)) {
      throw new AppError(
        'FORBIDDEN',
        'A session is accepted only from pages of this installation; the header Origin names another origin.',
      )
    }
    const body = method === 'GET' ? null : String(await readBody(incoming, MAXIMUM_BODY))
    if (TRIES_PASSWORD.test(path)) await countAddress(context, signIn.attempts, 'sign-in')
    else await countAddress(context, limiter)
    if (body === null) return signIn.answer(raw)
    const response = await signIn.answer(new Request(raw.url, { method, headers: raw.headers, body }))
    authenticator.forgetSession(incoming.headers.cookie)
    return response
  })
  return app
}

function fromOwnPage(
  { env: { incoming } }: Pick<Context<HttpEnv>, 'env'>,
  publicUrl: string | null,
): boolean {
  const { host, origin, cookie } = incoming.headers
  if (!origin && !cookie) return true
  return originAllowed({ host, origin, publicUrl })
}
