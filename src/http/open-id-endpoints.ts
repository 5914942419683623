import type { Context, Hono } from 'hono'
import { deleteCookie, getCookie, setCookie } from 'hono/cookie'
import { z } from 'zod'
import type { AppServices } from '../core/context.ts'
import type { OpenIdProblem } from '../core/open-id/problems.ts'
import { OpenIdRefusal } from '../core/open-id/refusal.ts'
import { signInWithOpenId } from '../core/open-id/sign-in.ts'
import { parseUrl } from '../definitions/parse-url.ts'
import type { HttpEnv } from './environment.ts'
import type { KnownDevices } from './known-device.ts'
import { countAddress } from './rate.ts'
import { anonymousCtx, getSender, setCookies } from './sender.ts'
import { type OpenIdClient, openIdFlowSchema, type SignIn } from './sign-in-parts.ts'

const COOKIE = 'answergraph.open-id'
const PATH = '/api/auth/open-id'
/** Time for which a started sign-in can be finished, in seconds. */
const MAX_AGE = 600

/** A started sign-in. Its values are stored, encrypted, in a cookie of the browser that started it. */
const startedSchema = z.object({
  flow: openIdFlowSchema,
  /** Path to open afterwards. */
  to: z.string(),
  /** Time in milliseconds. */
  expiresAt: z.number(),
})
type Started = z.infer<typeof startedSchema>

/**
 * Adds the endpoints that browsers open for a sign-in with OpenID Connect: `start` leads to the identity provider, which
 * leads back to `callback`. Failures lead to the sign-in page with a reason.
 */
export function addOpenIdEndpoints(
  app: Hono<HttpEnv>,
  {
    services,
    signIn: { sessions, attempts },
    devices,
    client,
    publicUrl,
  }: {
    services: AppServices
    signIn: SignIn
    devices: KnownDevices
    client: OpenIdClient
    publicUrl: string
  },
): void {
  const { secrets, logger } = services.deps
  const secure = publicUrl.startsWith('https:')
  const cookie = {
    path: PATH,
    httpOnly: true,
    sameSite: 'Lax',
    secure,
    ...(secure && { prefix: 'secure' as const }),
  } as const

  const readStarted = (context: Context<HttpEnv>): Started | null => {
    const value = getCookie(context, COOKIE, cookie.prefix)
    if (!value) return null
    try {
      const started = startedSchema.parse(JSON.parse(secrets.open(Buffer.from(value, 'base64url'))))
      return started.expiresAt > services.now().getTime() ? started : null
    } catch {
      return null
    }
  }
  const fail = (context: Context<HttpEnv>, problem: OpenIdProblem, to: string, error?: unknown) => {
    const { requestId } = context.env.exchange
    logger.warn(
      { problem, requestId, ...(error !== undefined && { error }) },
      'an OpenID Connect sign-in failed',
    )
    const query = new URLSearchParams({ problem, ...(to !== '/' && { to }) })
    return context.redirect(`${publicUrl}/sign-in?${query}`)
  }

  app.get('/open-id/start', async (context) => {
    await countAddress(context, attempts.byAddress, 'sign-in')
    const to = context.req.query('to') ?? '/'
    try {
      const { url, flow } = await client.begin()
      const started: Started = { flow, to, expiresAt: services.now().getTime() + MAX_AGE * 1_000 }
      const sealed = Buffer.from(secrets.seal(JSON.stringify(started))).toString('base64url')
      setCookie(context, COOKIE, sealed, { ...cookie, maxAge: MAX_AGE })
      return context.redirect(url)
    } catch (error) {
      return fail(context, 'unavailable', to, error)
    }
  })

  app.get('/open-id/callback', async (context) => {
    await countAddress(context, attempts.byAddress, 'sign-in')
    const started = readStarted(context)
    if (!started) return fail(context, 'expired', '/')
    deleteCookie(context, COOKIE, cookie)
    const { flow, to } = started
    const { search, searchParams } = new URL(context.req.url)
    if (searchParams.get('error') === 'access_denied') return fail(context, 'canceled', to)
    try {
      const claims = await client.finish(search, flow).catch((cause) => {
        throw new OpenIdRefusal(cause.name === 'OpenIdUnavailableError' ? 'unavailable' : 'rejected', cause)
      })
      const { userId, email } = await signInWithOpenId({
        ctx: anonymousCtx(services, context),
        input: claims,
      })
      const { cookies } = await sessions.openFor(userId, getSender(context))
      setCookies(context, cookies)
      await devices.remember(context, email)
      return context.redirect(pageAt(to, publicUrl))
    } catch (error) {
      if (error instanceof OpenIdRefusal) return fail(context, error.problem, to, error.cause)
      throw error
    }
  })
}

/** Returns the URL of a page of the installation, or the first page for a path that leads elsewhere, such as `//host`. */
function pageAt(path: string, publicUrl: string): string {
  const url = parseUrl(path, publicUrl)
  return url?.origin === publicUrl ? url.href : `${publicUrl}/`
}
