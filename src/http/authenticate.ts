import type { IncomingMessage } from 'node:http'
import type { Context, MiddlewareHandler } from 'hono'
import type { AppServices } from '../core/context.ts'
import type { Actor } from '../core/foundation/actor.ts'
import { AppError } from '../core/foundation/errors.ts'
import { admit, type RequestGate } from '../core/keys/admission.ts'
import type { HttpEnv } from './environment.ts'
import { showRate } from './rate.ts'

/** Credentials that an app accepts. */
export interface Authentication {
  gate: RequestGate
  /** Whether access tokens of apps that were connected through OAuth are accepted; false by default. */
  accessTokens?: boolean
  /** Whether the page that sent a request may use the visitor's session. If undefined, only API keys are accepted. */
  originAllowed?: (incoming: IncomingMessage) => boolean
  /** Returns the organization that a member acts in; by default, the header X-Organization. */
  organizationOf?: (incoming: IncomingMessage) => string | null
}

/**
 * Authenticates a request by its key or session, counts it, and sets the rate limit headers of the response. A request
 * without valid credentials counts toward the limit of its client address.
 * @throws {AppError} UNAUTHORIZED, RATE_LIMITED; FORBIDDEN if the member does not belong to the requested organization, or if
 * a page of another site uses the session
 */
export async function authenticate(
  { env: { incoming, outgoing, exchange } }: Pick<Context<HttpEnv>, 'env'>,
  { gate, accessTokens = false, originAllowed, organizationOf = organizationInHeader }: Authentication,
): Promise<Actor> {
  const { authorization, cookie } = incoming.headers
  const { address } = exchange
  const { rate, actor, refusal } = await admit(gate, {
    authorization,
    accessTokens,
    cookie: originAllowed && cookie,
    organization: organizationOf(incoming),
    address,
  }).catch(async (error) => {
    // The credentials could not be looked up, so the response shows the rate limit of the client address.
    showRate(outgoing, await gate.limiter.consume(`address:${address}`))
    throw error
  })
  exchange.actor = actor
  showRate(outgoing, rate)
  if (refusal) throw refusal
  if (!actor) throw new Error('admitted without an actor')
  // A GET has no Origin if it comes from a followed link or from a program. Scripts of other sites always send an Origin.
  const fromPage = incoming.method !== 'GET' || incoming.headers.origin !== undefined
  if (actor.type === 'member' && fromPage && !originAllowed?.(incoming)) {
    throw new AppError(
      'FORBIDDEN',
      'A session is accepted only from pages of this installation: the header Origin must be its address.',
    )
  }
  return actor
}

function organizationInHeader({ headers }: IncomingMessage): string | null {
  const { 'x-organization': organization } = headers
  return typeof organization === 'string' ? organization : null
}

/** Returns middleware that authenticates requests and sets the variable `ctx` for their handlers. */
export function authenticated(
  services: AppServices,
  authentication: Authentication,
): MiddlewareHandler<HttpEnv> {
  return async (context, next) => {
    const actor = await authenticate(context, authentication)
    const { exchange } = context.env
    context.set('ctx', { ...services, actor, requestId: exchange.requestId, request: exchange })
    return next()
  }
}
