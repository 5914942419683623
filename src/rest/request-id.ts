import type { MiddlewareHandler } from 'hono'
import { newId } from '../core/ids.ts'
import type { RestEnv } from './context.ts'

/** Gives the request a name that stands in the response and in the log; a caller's own is kept when it is harmless. */
export function requestId(): MiddlewareHandler<RestEnv> {
  return async (context, next) => {
    const given = context.req.header('X-Request-Id') ?? ''
    const id = /^[\x21-\x7e]{1,64}$/.test(given) ? given : newId()
    context.set('requestId', id)
    context.header('X-Request-Id', id)
    await next()
  }
}
