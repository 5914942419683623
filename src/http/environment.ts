import type { HttpBindings } from '@hono/node-server'
import type { AppCtx } from '../core/context.ts'
import type { Exchange } from './exchange.ts'

/** Environment of all Hono apps. The bindings exist for every request, `ctx` only after the middleware `authenticated`. */
export interface HttpEnv {
  Bindings: HttpBindings & { exchange: Exchange }
  Variables: { ctx: AppCtx }
}
