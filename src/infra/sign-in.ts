import { v7 } from 'uuid'
import type { PrismaClient } from '../generated/prisma/client.ts'
import { COOKIE_PREFIX } from './session-cookie.ts'

/** Shortest password anybody may choose, in characters. */
export const SHORTEST_PASSWORD = 8

/** What the sessions' own endpoints need. */
interface SignInOptions {
  prisma: PrismaClient
  /** See `sessionSecret`. */
  secret: string
  /** The origin of the installation; null when nobody said. */
  publicUrl: string | null
  /** Told of what fails; never of passwords or tokens. */
  report(error: unknown, message: string): void
}

/**
 * Answers requests on /api/auth by better-auth: sign-in by e-mail and password, its sessions, and nothing that makes users.
 * Whether the page that asks may is its caller's to check. The library costs 0.3 s and 40 MB: it is loaded with the first
 * request, for most processes never see one.
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
    // Only addresses to return to are judged by it. Left out it would be taken from the environment.
    baseURL: publicUrl ?? 'http://localhost',
    basePath: '/api/auth',
    database: prismaAdapter(prisma, { provider: 'postgresql' }),
    emailAndPassword: { enabled: true, disableSignUp: true, minPasswordLength: SHORTEST_PASSWORD },
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
      // What a caller does wrong is told to the caller.
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

/** Whether it is an answer of the library's to a bad request. */
function isRefusal(error: unknown): boolean {
  return (
    error instanceof Error &&
    'statusCode' in error &&
    typeof error.statusCode === 'number' &&
    error.statusCode < 500
  )
}
