import type { IncomingMessage } from 'node:http'
import type { Context, MiddlewareHandler } from 'hono'
import type { Actor } from '../core/actor.ts'
import { admit, type RequestGate } from '../core/admission.ts'
import type { Services } from '../core/context.ts'
import { AppError } from '../core/errors.ts'
import type { HttpEnv } from './environment.ts'
import { showRate } from './rate.ts'

/** Which credentials a mounted app accepts. */
export interface Authentication {
  gate: RequestGate
  /** Whether the page that sent a request may use its visitor's session; without it only keys are accepted. */
  originAllowed?: (incoming: IncomingMessage) => boolean
}

/**
 * Authenticates a request by its key or session and counts it; the response then shows the state of the rate limit. A request
 * without valid credentials is counted for its client address.
 * @throws {AppError} UNAUTHORIZED, RATE_LIMITED; FORBIDDEN for an organization that is not the member's, and for a session
 * that is used by a page of another site
 */
export async function authenticate(
  { env: { incoming, outgoing, exchange } }: Pick<Context<HttpEnv>, 'env'>,
  { gate, originAllowed }: Authentication,
): Promise<Actor> {
  const { authorization, cookie, 'x-organization': organization } = incoming.headers
  const { address } = exchange
  const { rate, actor, refusal } = await admit(gate, {
    authorization,
    cookie: originAllowed && cookie,
    organization: typeof organization === 'string' ? organization : null,
    address,
  }).catch(async (error) => {
    // The lookup of the credentials failed: the error response shows the rate of the client address.
    showRate(outgoing, await gate.limiter.consume(`address:${address}`))
    throw error
  })
  exchange.actor = actor
  showRate(outgoing, rate)
  if (refusal) throw refusal
  if (!actor) throw new Error('admitted without an actor')
  // A GET has no Origin when a link is followed or a program sends it; a script of another site always sends one.
  const fromPage = incoming.method !== 'GET' || incoming.headers.origin !== undefined
  if (actor.type === 'member' && fromPage && !originAllowed?.(incoming)) {
    throw new AppError(
      'FORBIDDEN',
      'A session is accepted only from pages of this installation: the header Origin must be its address.',
    )
  }
  return actor
}

/** Middleware that lets authenticated requests pass and gives their handlers a `ctx`. */
export function authenticated(
  services: Services,
  authentication: Authentication,
): MiddlewareHandler<HttpEnv> {
  return async (context, next) => {
    const actor = await authenticate(context, authentication)
    const { exchange } = context.env
    context.set('ctx', { ...services, actor, requestId: exchange.requestId, request: exchange })
    return next()
  }
}
