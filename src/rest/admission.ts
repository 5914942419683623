import type { Context, MiddlewareHandler } from 'hono'
import { admit, type Door, type RateState } from '../core/admission.ts'
import type { Services } from '../core/context.ts'
import { clientAddress, createContext, type RestEnv } from './context.ts'

/** Lets a request pass when its key is good and within its rate; the rate stands on every response from here on. */
export function admission({
  services,
  door,
}: {
  services: Services
  door: Door
}): MiddlewareHandler<RestEnv> {
  return async (context, next) => {
    const address = clientAddress(context)
    const authorization = context.req.header('Authorization')
    const { rate, actor, refusal } = await admit(door, { authorization, address }).catch(async (error) => {
      // Keys cannot be looked up: whoever asks is told with the headers of an unknown caller.
      showRate(context, await door.limiter.consume(`address:${address}`))
      throw error
    })
    showRate(context, rate)
    if (refusal) throw refusal
    if (!actor) throw new Error('admitted without an actor')
    context.set('ctx', createContext(context, services, actor))
    await next()
  }
}

/** Set before the handlers run, so that an endpoint with a limit of its own can show that one instead. */
export function showRate(context: Context<RestEnv>, { limit, remaining, resetAt }: RateState): void {
  context.header('X-RateLimit-Limit', String(limit))
  context.header('X-RateLimit-Remaining', String(remaining))
  context.header('X-RateLimit-Reset', String(resetAt))
}
