import { AsyncLocalStorage } from 'node:async_hooks'
import { v7 } from 'uuid'
import { z } from 'zod'
import type { PrismaClient } from '../generated/prisma/client.ts'
import { isDatabaseUnavailable } from './database-unavailable.ts'
import { MAX_PASSWORD_LENGTH, MIN_PASSWORD_LENGTH } from './password.ts'
import { COOKIE_PREFIX } from './session-cookie.ts'

/** Options of {@link createSignIn}. */
interface SignInOptions {
  prisma: PrismaClient
  /** See `cookieSecret`. */
  secret: string
  /** Value of PUBLIC_URL; null if unset. */
  publicUrl: string | null
}

/** The sender of a request. */
interface Sender {
  /** Header Cookie. */
  cookie: string | undefined
  userAgent: string | undefined
  /** See `createAddressResolver`. */
  address: string
}

/**
 * Opens, reads and ends sessions with better-auth, which stores their tokens in cookies. It cannot create users. All methods
 * throw the errors of the database. The library takes 0.3 s and 40 MB, so it is loaded with the first call, which most processes
 * never receive.
 */
export function createSignIn(options: SignInOptions) {
  let loading: ReturnType<typeof load> | undefined
  const api = async () => {
    loading ??= load(options)
    return (await loading).api
  }
  return {
    /**
     * Opens a session for seven days, or for one day with `rememberMe: false`.
     * @param body.email address in lower case
     * @param checkSecondFactor called with the id of the user if the password is right. Unless it returns `passed`, the session
     *   ends before anyone learns its token, and there are no cookies.
     * @returns null for a wrong password or an unknown address, after the same amount of work
     */
    async open<Result extends string>(
      body: { email: string; password: string; rememberMe?: boolean },
      sender: Sender,
      checkSecondFactor: (userId: string) => Promise<Result | 'passed'>,
    ) {
      const { signInEmail } = await api()
      const { prisma } = options
      try {
        const account = await prisma.account.findFirst({
          where: { providerId: 'credential', user: { email: body.email } },
        })
        const { headers, response } = await reported(() =>
          signInEmail({ body, headers: toHeaders(sender), returnHeaders: true }),
        )
        const endAgain = () => prisma.session.deleteMany({ where: { token: response.token } })
        const secondFactor = await checkSecondFactor(response.user.id).catch(async (error) => {
          await endAgain()
          throw error
        })
        if (secondFactor !== 'passed') {
          await endAgain()
          return { secondFactor, user: response.user, cookies: [] }
        }
        // The password may have been changed after it was compared, which ended all sessions that existed before this one.
        if (!account || (await passwordHash(prisma, account.id)) !== account.password) {
          await endAgain()
          return null
        }
        return { secondFactor, user: response.user, cookies: headers.getSetCookie() }
      } catch (error) {
        if (error instanceof Error && 'statusCode' in error && error.statusCode === 401) return null
        throw error
      }
    },
    /** Opens a session for seven days for a user who proved their identity without a password. */
    async openFor(userId: string, sender: Sender) {
      const { openSession } = await api()
      const { headers, response } = await reported(() =>
        openSession({ body: { userId }, headers: toHeaders(sender), returnHeaders: true }),
      )
      return { user: response.user, cookies: headers.getSetCookie() }
    },
    /** Returns the session and the user of a request; null without a valid session. Extends the session daily. */
    async read(sender: Sender) {
      const { getSession } = await api()
      const { headers, response } = await reported(() =>
        getSession({ headers: toHeaders(sender), returnHeaders: true }),
      )
      return { found: response, cookies: headers.getSetCookie() }
    },
    /** Ends the session of a request, if it has one. */
    async end(sender: Sender) {
      const { signOut } = await api()
      const { headers } = await reported(() => signOut({ headers: toHeaders(sender), returnHeaders: true }))
      return { cookies: headers.getSetCookie() }
    },
  }
}

/** Returns the stored hash of an account's password. Waits for running transactions that change it. */
async function passwordHash(prisma: PrismaClient, accountId: string): Promise<string | null> {
  const rows = await prisma.$queryRaw<{ password: string | null }[]>`
    SELECT password FROM account WHERE id = ${accountId}::uuid FOR SHARE`
  return rows[0]?.password ?? null
}

/** Header that passes the client address to better-auth, which stores it with the session. */
const ADDRESS_HEADER = 'x-client-address'

function toHeaders({ cookie, userAgent, address }: Sender): Headers {
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
  // The library can open sessions only in endpoints. None of its endpoints is served; this module calls them directly.
  const openSession = createAuthEndpoint(
    '/open-session',
    { method: 'POST', body: z.object({ userId: z.string() }) },
    async (context) => {
      const { internalAdapter } = context.context
      const user = await internalAdapter.findUserById(context.body.userId)
      if (!user) throw new Error('the user was deleted in the meantime')
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
    // The called endpoints do not use this URL. It is set so that better-auth does not read one from the environment.
    baseURL: publicUrl ?? 'http://localhost',
    database: prismaAdapter(observed, { provider: 'postgresql' }),
    emailAndPassword: {
      enabled: true,
      disableSignUp: true,
      minPasswordLength: MIN_PASSWORD_LENGTH,
      maxPasswordLength: MAX_PASSWORD_LENGTH,
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

/** First failure of the current call, either logged by better-auth or thrown by one of its statements. */
const failures = new AsyncLocalStorage<{ error?: unknown }>()

function noteFailure(error: unknown): void {
  const failure = failures.getStore()
  if (failure) failure.error ??= error
}

/**
 * Calls better-auth and throws the errors that it hides. It only logs some errors, for example when it cannot read a session, and
 * drops others, for example when it cannot end one.
 */
async function reported<T>(call: () => Promise<T>): Promise<T> {
  const failure: { error?: unknown } = {}
  const result = await failures.run(failure, call).catch((error) => {
    throw failure.error ?? error
  })
  if (failure.error) throw failure.error
  return result
}
