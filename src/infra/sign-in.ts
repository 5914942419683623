import { v7 } from 'uuid'
import type { PrismaClient } from '../generated/prisma/client.ts'
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
 * created. The caller must check the Origin of a request. The library takes 0.3 s and 40 MB, so it is loaded with the first
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
  const [{ betterAuth }, { prismaAdapter }] = await Promise.all([
    import('better-auth/minimal'),
    import('better-auth/adapters/prisma'),
  ])
  const { handler } = betterAuth({
    secret,
    // Used only to check redirect addresses. Without it better-auth would read it from the environment.
    baseURL: publicUrl ?? 'http://localhost',
    basePath: '/api/auth',
    database: prismaAdapter(prisma, { provider: 'postgresql' }),
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
        if (!isRefusal(error)) report(error, 'failed')
      },
    },
    telemetry: { enabled: false },
    logger: {
      level: 'error',
      log: (_, message, ...details) =>
        report(
          details.find((detail) => detail instanceof Error),
          message,
        ),
    },
  })
  return handler
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
