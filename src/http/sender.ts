import type { Context } from 'hono'
import type { AnonymousCtx, Services } from '../core/context.ts'
import type { HttpEnv } from './environment.ts'

/** The sender of a request: what a session is read from, and what is stored with it. */
export interface Sender {
  cookie: string | undefined
  userAgent: string | undefined
  address: string
}

/** How much of the header User-Agent is stored with a session, in characters. */
const MAXIMUM_USER_AGENT = 500

/** The sender of a request. */
export function senderOf({ env: { incoming, exchange } }: Context<HttpEnv>): Sender {
  const { cookie, 'user-agent': userAgent } = incoming.headers
  return { cookie, userAgent: userAgent?.slice(0, MAXIMUM_USER_AGENT), address: exchange.address }
}

/** Adds values of the header Set-Cookie to the response. */
export function setCookies(context: Context<HttpEnv>, cookies: readonly string[]): void {
  for (const cookie of cookies) context.header('Set-Cookie', cookie, { append: true })
}

/** The context of an operation for a sender who is not authenticated. */
export function anonymousCtx(
  services: Services,
  { env: { exchange } }: Pick<Context<HttpEnv>, 'env'>,
): AnonymousCtx {
  return { ...services, requestId: exchange.requestId, request: exchange }
}
