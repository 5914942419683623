import type { Context } from 'hono'
import type { AppCtx, AppServices } from '../core/context.ts'
import type { HttpEnv } from './environment.ts'

/** The sender of a request, with the cookie that may contain a session and the details to store with a new session. */
export interface Sender {
  cookie: string | undefined
  userAgent: string | undefined
  address: string
}

/** Number of characters of the header User-Agent that are stored with a session. */
const MAX_USER_AGENT_LENGTH = 500

/** Returns the sender of a request. */
export function getSender({ env: { incoming, exchange } }: Context<HttpEnv>): Sender {
  const { cookie, 'user-agent': userAgent } = incoming.headers
  return { cookie, userAgent: userAgent?.slice(0, MAX_USER_AGENT_LENGTH), address: exchange.address }
}

/** Adds values of the header Set-Cookie to the response. */
export function setCookies(context: Context<HttpEnv>, cookies: readonly string[]): void {
  for (const cookie of cookies) context.header('Set-Cookie', cookie, { append: true })
}

/** Returns the context for an operation of an unauthenticated sender. */
export function anonymousCtx(
  services: AppServices,
  { env: { exchange } }: Pick<Context<HttpEnv>, 'env'>,
): Omit<AppCtx, 'actor'> {
  return { ...services, requestId: exchange.requestId, request: exchange }
}
