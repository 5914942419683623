import { AsyncLocalStorage } from 'node:async_hooks'
import { v7 } from 'uuid'
import type { PrismaClient } from '../generated/prisma/client.ts'
import { isDatabaseUnavailable } from './database-unavailable.ts'
import { MINIMUM_PASSWORD_LENGTH } from './password.ts'
import { COOKIE_PREFIX } from './session-cookie.ts'

/** What {@link createSignIn} needs. */
interface SignInOptions {
  prisma: PrismaClient
  /** See `sessionSecret`. */
  secret: string
  /** PUBLIC_URL; null when it is not set. */
  publicUrl: string | null
  /** Called with unexpected errors; never with passwords or tokens. */
  report(error: unknown, message: string): void
}

/**
 * Creates the handler of requests on /api/auth by better-auth: sign-in by e-mail and password, and sessions; users cannot be
 * created. It throws when the database cannot be used (see `isDatabaseUnavailable`); all other failures are responses. The
 * caller must check the Origin of a request. The library takes 0.3 s and 40 MB, so it is loaded with the first
 * request: most processes never receive one.
 */
export function createSignIn(options: SignInOptions): (request: Request) => Promise<Response> {
  let opened: Promise<(request: Request) => Promise<Response>> | undefined
  return async (request) => {
    opened ??= open(options)
    return (await opened)(request)
  }
}

async function open({ prisma, secret, publicUrl, report }: SignInOptions) {
  const requests = new AsyncLocalStorage<{ unavailable: unknown }>()
  const observed = prisma.$extends({
    query: {
      $allOperations: ({ args, query }) =>
        query(args).catch((error) => {
          const request = requests.getStore()
          if (request && isDatabaseUnavailable(error)) request.unavailable = error
          throw error
        }),
    },
  })
  const [{ betterAuth }, { prismaAdapter }] = await Promise.all([
    import('better-auth/minimal'),
    import('better-auth/adapters/prisma'),
  ])
  const { handler } = betterAuth({
    secret,
    // Used only to check redirect addresses. Without it better-auth would read it from the environment.
    baseURL: publicUrl ?? 'http://localhost',
    basePath: '/api/auth',
    database: prismaAdapter(observed, { provider: 'postgresql' }),
    emailAndPassword: { enabled: true, disableSignUp: true, minPasswordLength: MINIMUM_PASSWORD_LENGTH },
    advanced: {
      cookiePrefix: COOKIE_PREFIX,
      useSecureCookies: publicUrl?.startsWith('https:') ?? false,
      defaultCookieAttributes: { httpOnly: true, sameSite: 'lax' },
      database: { generateId: () => v7() },
      disableCSRFCheck: true,
      ipAddress: { disableIpTracking: true },
    },
    rateLimit: { enabled: false },
    onAPIError: {
      // Errors of the caller are in the response; only others are reported.
      onError: (error) => {
        if (!isRefusal(error) && !isDatabaseUnavailable(error)) report(error, 'failed')
      },
    },
    telemetry: { enabled: false },
    logger: {
      level: 'error',
      log: (_, message, ...details) => {
        const error = details.find((detail) => detail instanceof Error)
        if (!isDatabaseUnavailable(error)) report(error, message)
      },
    },
  })
  // better-auth answers such an error with 500, and at sign-out with success: only what happened to its statements tells.
  return async (request: Request) => {
    const state = { unavailable: null as unknown }
    const response = await requests.run(state, () => handler(request))
    if (state.unavailable) throw state.unavailable
    return response
  }
}

/** Whether an error is better-auth's refusal of a request, with a status below 500. */
function isRefusal(error: unknown): boolean {
  return (
    error instanceof Error &&
    'statusCode' in error &&
    typeof error.statusCode === 'number' &&
    error.statusCode < 500
  )
}
