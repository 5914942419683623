import type { HttpBindings } from '@hono/node-server'
import type { Ctx } from '../core/context.ts'
import type { Exchange } from './exchange.ts'

/**
 * Hono's environment of every mounted app: the bindings exist for every request, `ctx` only after the middleware
 * `authenticated`.
 */
export interface HttpEnv {
  Bindings: HttpBindings & { exchange: Exchange }
  Variables: { ctx: Ctx }
}
