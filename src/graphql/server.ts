import { setMaxListeners } from 'node:events'
import type { Hono } from 'hono'
import type { RequestGate } from '../core/admission.ts'
import type { Services } from '../core/context.ts'
import type { ConnectionRegistry } from '../http/connection-registry.ts'
import type { HttpEnv } from '../http/environment.ts'
import type { UpgradeHandler } from '../http/server.ts'
import { createGraphqlApp, type GraphqlAppOptions } from './app.ts'
import { createEngine, type EngineOptions } from './engine.ts'
import { createWebSocketServer } from './websocket/server.ts'

/** GraphQL over HTTP, server-sent events and WebSocket. */
export interface GraphqlServer {
  /** GraphQL over HTTP and server-sent events, to be mounted in the HTTP app at /graphql. */
  app: Hono<HttpEnv>
  /** Loads what the first requests over HTTP need; to be called once the server listens. */
  preload(): Promise<void>
  /** Accepts WebSocket connections. */
  upgrade: UpgradeHandler
  /** Closes WebSockets with code 1001 and cuts off event streams. */
  close(): Promise<void>
}

/**
 * Creates the GraphQL server of a process. With `development`, browsers are shown GraphiQL, with what `demoFor` gives for the
 * request. `originAllowed` tells whether the page that sends a request may use the session cookie of its user.
 */
export function createGraphqlServer({
  services,
  gate,
  connections,
  development,
  demoFor,
  cacheBytes,
  persistedOperations,
  originAllowed,
}: {
  services: Services
  gate: RequestGate
  connections: ConnectionRegistry
} & Pick<GraphqlAppOptions, 'development' | 'demoFor' | 'originAllowed'> &
  EngineOptions): GraphqlServer {
  const dependencies = { services, gate }
  const engine = createEngine(dependencies, { cacheBytes, persistedOperations })
  const closing = new AbortController()
  // Every event stream adds a listener; Node.js would warn of a leak from eleven on.
  setMaxListeners(0, closing.signal)
  const shared = { dependencies, engine, connections }
  const sockets = createWebSocketServer(shared, originAllowed)
  const { app, preload } = createGraphqlApp({
    ...shared,
    development,
    demoFor,
    closing: closing.signal,
    originAllowed,
  })
  return {
    app,
    preload,
    upgrade: sockets.upgrade,
    close: async () => {
      closing.abort()
      await sockets.close()
    },
  }
}
