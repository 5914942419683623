import { setMaxListeners } from 'node:events'
import type { IncomingMessage, Server } from 'node:http'
import type { Door } from '../core/admission.ts'
import type { Services } from '../core/context.ts'
import { livingActors } from '../core/keys/living.ts'
import { createEngine } from './engine.ts'
import { createHandler, type Handler } from './http.ts'
import { Audience } from './live/audience.ts'
import { createSockets } from './sockets.ts'

/** The graph over every transport it has. */
export interface GraphqlServer {
  /** Answers a request on /graphql. */
  handle: Handler
  /** Takes the server's upgrades: those on /graphql to sockets, the others end with 404. */
  attach(server: Server): void
  /** Closes sockets with 1001 and ends event streams. */
  close(): Promise<void>
}

/**
 * One per process. `development` shows GraphiQL to browsers; `cacheBytes` bounds the answers about ended batches that are
 * kept; `originAllowed` tells whether a page may use the session of a member who looks at it.
 */
export function createGraphqlServer({
  services,
  door,
  development,
  cacheBytes,
  originAllowed,
}: {
  services: Services
  door: Door
  development: boolean
  cacheBytes: number
  originAllowed: (request: IncomingMessage) => boolean
}): GraphqlServer {
  const surroundings = { services, door }
  const engine = createEngine(surroundings, { cacheBytes })
  const audience = new Audience((actors) => livingActors(services, actors), services.deps.logger)
  const closing = new AbortController()
  // Every event stream listens to it.
  setMaxListeners(0, closing.signal)
  const sockets = createSockets({ surroundings, engine, audience }, originAllowed)
  return {
    handle: createHandler({
      surroundings,
      engine,
      audience,
      development,
      originAllowed,
      closing: closing.signal,
    }),
    attach: sockets.attach,
    close: async () => {
      closing.abort()
      await sockets.close()
      audience.close()
    },
  }
}
