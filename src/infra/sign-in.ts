import { AsyncLocalStorage } from 'node:async_hooks'
import { v7 } from 'uuid'
import { z } from 'zod'
import type { PrismaClient } from '../generated/prisma/client.ts'
import { isDatabaseUnavailable } from './database-unavailable.ts'
import { MAXIMUM_PASSWORD_LENGTH, MINIMUM_PASSWORD_LENGTH } from './password.ts'
import { COOKIE_PREFIX } from './session-cookie.ts'

/** What {@link createSignIn} needs. */
interface SignInOptions {
  prisma: PrismaClient
  /** See `cookieSecret`. */
  secret: string
  /** PUBLIC_URL; null when it is not set. */
  publicUrl: string | null
}

/** The sender of a request. */
interface Sender {
  /** The header Cookie. */
  cookie: string | undefined
  userAgent: string | undefined
  /** See `createAddressResolver`. */
  address: string
}

/**
 * Opens, reads and ends sessions by better-auth, whose cookies hold them; users cannot be created. Each method throws what the
 * database throws. The library takes 0.3 s and 40 MB, so it is loaded with the first call: most processes never receive one.
 */
export function createSignIn(options: SignInOptions) {
  let loading: ReturnType<typeof load> | undefined
  const api = async () => {
    loading ??= load(options)
    return (await loading).api
  }
  return {
    /**
     * Opens a session: of seven days, or of one with `rememberMe: false`.
     * @param body the address in lower case
     * @returns null for a wrong password and for an unknown address, after the same work
     */
    async open(body: { email: string; password: string; rememberMe?: boolean }, sender: Sender) {
      const { signInEmail } = await api()
      const { prisma } = options
      try {
        const account = await prisma.account.findFirst({
          where: { providerId: 'credential', user: { email: body.email } },
        })
        const { headers, response } = await reported(() =>
          signInEmail({ body, headers: headersOf(sender), returnHeaders: true }),
        )
        // A change of the password may have ended all sessions after the password was compared and before this one existed.
        if (!account || (await passwordHash(prisma, account.id)) !== account.password) {
          await prisma.session.deleteMany({ where: { token: response.token } })
          return null
        }
        return { user: response.user, cookies: headers.getSetCookie() }
      } catch (error) {
        if (statusOf(error) === 401) return null
        throw error
      }
    },
    /** Opens a session of seven days for a user who has proved otherwise who they are. */
    async openFor(userId: string, sender: Sender) {
      const { openSession } = await api()
      const { headers, response } = await reported(() =>
        openSession({ body: { userId }, headers: headersOf(sender), returnHeaders: true }),
      )
      return { user: response.user, cookies: headers.getSetCookie() }
    },
    /** The session of a request and its user; null without a valid one. A session is extended once a day. */
    async read(sender: Sender) {
      const { getSession } = await api()
      const { headers, response } = await reported(() =>
        getSession({ headers: headersOf(sender), returnHeaders: true }),
      )
      return { found: response, cookies: headers.getSetCookie() }
    },
    /** Ends the session of a request, if it has one. */
    async end(sender: Sender) {
      const { signOut } = await api()
      const { headers } = await reported(() => signOut({ headers: headersOf(sender), returnHeaders: true }))
      return { cookies: headers.getSetCookie() }
    },
  }
}

/** The stored hash of the password of an account, once changes that were under way have been committed. */
async function passwordHash(prisma: PrismaClient, accountId: string): Promise<string | null> {
  const rows = await prisma.$queryRaw<{ password: string | null }[]>`
    SELECT password FROM account WHERE id = ${accountId}::uuid FOR SHARE`
  return rows[0]?.password ?? null
}

/** The header in which better-auth is given the client address that it stores with a session. */
const ADDRESS_HEADER = 'x-client-address'

function headersOf({ cookie, userAgent, address }: Sender): Headers {
  return new Headers({
    [ADDRESS_HEADER]: address,
    ...(cookie !== undefined && { cookie }),
    ...(userAgent !== undefined && { 'user-agent': userAgent }),
  })
}

async function load({ prisma, secret, publicUrl }: SignInOptions) {
  const [{ betterAuth }, { prismaAdapter }, { createAuthEndpoint }, { setSessionCookie }] = await Promise.all(
    [
      import('better-auth/minimal'),
      import('better-auth/adapters/prisma'),
      import('better-auth/api'),
      import('better-auth/cookies'),
    ],
  )
  // The library opens sessions only in endpoints. This one is called from here alone: none of them is served.
  const openSession = createAuthEndpoint(
    '/open-session',
    { method: 'POST', body: z.object({ userId: z.string() }) },
    async (context) => {
      const { internalAdapter } = context.context
      const user = await internalAdapter.findUserById(context.body.userId)
      if (!user) throw new Error('the user was deleted meanwhile')
      await setSessionCookie(context, { session: await internalAdapter.createSession(user.id), user })
      return { user }
    },
  )
  const observed = prisma.$extends({
    query: {
      $allOperations: ({ args, query }) =>
        query(args).catch((error) => {
          if (isDatabaseUnavailable(error)) noteFailure(error)
          throw error
        }),
    },
  })
  return betterAuth({
    secret,
    // Not used by the endpoints that are called. Without it better-auth would read it from the environment.
    baseURL: publicUrl ?? 'http://localhost',
    database: prismaAdapter(observed, { provider: 'postgresql' }),
    emailAndPassword: {
      enabled: true,
      disableSignUp: true,
      minPasswordLength: MINIMUM_PASSWORD_LENGTH,
      maxPasswordLength: MAXIMUM_PASSWORD_LENGTH,
    },
    advanced: {
      cookiePrefix: COOKIE_PREFIX,
      useSecureCookies: publicUrl?.startsWith('https:') ?? false,
      defaultCookieAttributes: { httpOnly: true, sameSite: 'lax' },
      database: { generateId: () => v7() },
      ipAddress: { ipAddressHeaders: [ADDRESS_HEADER], ipv6Subnet: 128 },
    },
    plugins: [{ id: 'open-session', endpoints: { openSession } }],
    telemetry: { enabled: false },
    logger: {
      level: 'error',
      log: (_, message, ...details) =>
        noteFailure(details.find((detail) => detail instanceof Error) ?? new Error(message)),
    },
  })
}

/** The first failure of the call under way that better-auth logged, or that its statements had. */
const failures = new AsyncLocalStorage<{ error?: unknown }>()

function noteFailure(error: unknown): void {
  const failure = failures.getStore()
  if (failure) failure.error ??= error
}

/**
 * Calls better-auth, and throws the failure that it hides: it logs some, such as that of reading a session, and drops others,
 * such as that of ending one.
 */
async function reported<T>(call: () => Promise<T>): Promise<T> {
  const failure: { error?: unknown } = {}
  const result = await failures.run(failure, call).catch((error) => {
    throw failure.error ?? error
  })
  if (failure.error) throw failure.error
  return result
}

function statusOf(error: unknown): unknown {
  return error instanceof Error && 'statusCode' in error ? error.statusCode : null
}
