import { getConnInfo } from '@hono/node-server/conninfo'
import type { OpenAPIHono } from '@hono/zod-openapi'
import type { Context } from 'hono'
import type { Actor } from '../core/actor.ts'
import type { Ctx, Services } from '../core/context.ts'

/** What the middleware leaves for the handlers of a request. */
export interface RestEnv {
  Variables: {
    requestId: string
    /** Set once the request is admitted. */
    ctx: Ctx
  }
}

export type RestApp = OpenAPIHono<RestEnv>

/** The context of the verbs for a request whose caller is known. */
export function createContext(request: Context<RestEnv>, services: Services, actor: Actor): Ctx {
  return { ...services, actor, requestId: request.get('requestId') }
}

/** The caller's network address; `unknown` where there is no connection, as in `app.request()`. */
export function clientAddress(request: Context<RestEnv>): string {
  try {
    return getConnInfo(request).remote.address ?? 'unknown'
  } catch {
    return 'unknown'
  }
}
