import { setMaxListeners } from 'node:events'
import type { Server } from 'node:http'
import type { Door } from '../core/admission.ts'
import type { Services } from '../core/context.ts'
import { createFetch, type Fetch } from './http.ts'
import { createProtocol } from './protocol.ts'
import { createSockets } from './sockets.ts'
import { createEngine } from './yoga.ts'

/** The graph over every transport it has. */
export interface GraphqlServer {
  /** Answers a request on /graphql from this address. */
  fetch: Fetch
  /** Takes the server's upgrades: those on /graphql to sockets, the others end with 404. */
  attach(server: Server): void
  /** Closes sockets with 1001 and ends event streams. */
  close(): Promise<void>
}

/** One per process. `development` shows GraphiQL to browsers. */
export function createGraphqlServer({
  services,
  door,
  development,
}: {
  services: Services
  door: Door
  development: boolean
}): GraphqlServer {
  const surroundings = { services, door }
  const engine = createEngine()
  const closing = new AbortController()
  // Every event stream listens to it.
  setMaxListeners(0, closing.signal)
  const sockets = createSockets(createProtocol(surroundings, engine), services.deps.logger)
  return {
    fetch: createFetch({ surroundings, engine, development, closing: closing.signal }),
    attach: sockets.attach,
    close: async () => {
      closing.abort()
      await sockets.close()
    },
  }
}
