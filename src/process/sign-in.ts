import { getConnInfo } from '@hono/node-server/conninfo'
import { type Context, Hono } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import type { Door, RateLimiter, SignIn } from '../core/admission.ts'
import { newId } from '../core/ids.ts'
import { originAllowed } from '../core/origin.ts'

/** All that is reachable of the library: users are made, and passwords given, by operators. */
const PATHS = ['/sign-in/email', '/sign-out', '/get-session', '/change-password']
const TRIES_PASSWORD = /\/(sign-in\/email|change-password)$/

/** An e-mail address and a password, in bytes. */
const LARGEST_BODY = 8_000

/**
 * /api/auth: the endpoints of sessions. Requests that change something must come from a page of the installation, or, as
 * far as they bring no cookie, from no page at all. What is refused here has the form of REST; the rest is better-auth's.
 */
export function createSignInApp(door: Door, signIn: SignIn): Hono {
  const app = new Hono().basePath('/api/auth')
  app.use(async (context, next) => {
    await next()
    context.header('Cache-Control', 'no-store')
    context.header('X-Request-Id', newId())
  })
  app.use(bodyLimit({ maxSize: LARGEST_BODY, onError: (context) => refuse(context, 413, TOO_LARGE) }))
  app.on(['GET', 'POST'], PATHS, async (context) => {
    if (context.req.method !== 'GET' && !fromOwnPage(context, door)) return refuse(context, 403, FOREIGN)
    const address = getConnInfo(context).remote.address ?? 'unknown'
    const limited = await overLimit(
      context,
      TRIES_PASSWORD.test(context.req.path)
        ? [signIn.attempts, `sign-in:${address}`]
        : [door.limiter, `address:${address}`],
    )
    if (limited) return limited
    const response = await signIn.answer(context.req.raw)
    if (context.req.method !== 'GET') door.authenticator.forgetSession(context.req.header('Cookie'))
    return response
  })
  app.all('*', (context) => refuse(context, 404, MISSING))
  return app
}

function fromOwnPage(context: Context, { publicUrl = null }: Door): boolean {
  const origin = context.req.header('Origin')
  if (!origin && !context.req.header('Cookie')) return true
  return originAllowed({ host: context.req.header('Host'), origin, publicUrl })
}

async function overLimit(
  context: Context,
  [limiter, subject]: [RateLimiter, string],
): Promise<Response | null> {
  const { retryAfter } = await limiter.consume(subject)
  if (retryAfter === null) return null
  context.header('Retry-After', String(retryAfter))
  return refuse(context, 429, LIMITED)
}

type Refusal = { code: string; message: string }

const TOO_LARGE = { code: 'BAD_REQUEST', message: 'The body is too large.' }
const FOREIGN = {
  code: 'FORBIDDEN',
  message: 'A session works on the pages of this installation only: the Origin is another.',
}
const LIMITED = { code: 'RATE_LIMITED', message: 'Too many tries from this address. Wait, then try again.' }
const MISSING = { code: 'NOT_FOUND', message: 'There is nothing at this path.' }

function refuse(context: Context, status: 403 | 404 | 413 | 429, error: Refusal): Response {
  return context.json({ error }, status)
}
