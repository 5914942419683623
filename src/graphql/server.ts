import { setMaxListeners } from 'node:events'
import type { Hono } from 'hono'
import type { AppServices } from '../core/context.ts'
import type { RequestGate } from '../core/keys/admission.ts'
import type { ConnectionRegistry } from '../http/connection-registry.ts'
import type { HttpEnv } from '../http/environment.ts'
import type { UpgradeHandler } from '../http/server.ts'
import { createGraphqlApp, type GraphqlAppOptions } from './app.ts'
import { createEngine, type EngineOptions } from './engine/engine.ts'
import { createWebSocketServer } from './websocket/server.ts'

export interface GraphqlServer {
  /** GraphQL over HTTP and server-sent events; mount it at /graphql. */
  app: Hono<HttpEnv>
  /** Loads the modules that the first HTTP request needs. Call it once the server listens. */
  preload(): Promise<void>
  /** Accepts WebSocket connections. */
  upgrade: UpgradeHandler
  /** Closes WebSockets with code 1001 and cuts off event streams. */
  close(): Promise<void>
}

/**
 * Creates the GraphQL server of a process.
 * @param development whether browsers get GraphiQL
 * @param demoFor returns the credentials that GraphiQL starts with
 * @param originAllowed whether the page that sends a request may use the session cookie of its user
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
  services: AppServices
  gate: RequestGate
  connections: ConnectionRegistry
} & Pick<GraphqlAppOptions, 'development' | 'demoFor' | 'originAllowed'> &
  EngineOptions): GraphqlServer {
  const dependencies = { services, gate }
  const engine = createEngine(dependencies, { cacheBytes, persistedOperations })
  const closing = new AbortController()
  // Each event stream adds a listener; without this, Node.js logs a leak warning at eleven listeners.
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
