import type { Hono } from 'hono'
import type { AppServices } from '../core/context.ts'
import type { RequestGate } from '../core/keys/admission.ts'
import type { ConnectionRegistry } from '../http/connection-registry.ts'
import type { HttpEnv } from '../http/environment.ts'
import type { UpgradeHandler } from '../http/server.ts'
import { createGraphqlApp, type GraphqlAppOptions } from './app.ts'
import { createEngine, type EngineOptions } from './engine/engine.ts'
import { atRandomTime } from './foundation/random-time.ts'
import { createWebSocketServer } from './websocket/server.ts'

export interface GraphqlServer {
  /** GraphQL over HTTP and server-sent events; mount it at /graphql. */
  app: Hono<HttpEnv>
  /** Loads the modules that the first HTTP request needs. Call it once the server listens. */
  preload(): Promise<void>
  /** Accepts WebSocket connections. */
  upgrade: UpgradeHandler
  /** Ends WebSockets and event streams one after the other within `milliseconds`, so that clients do not return all at once. */
  drain(milliseconds: number): void
  /** Closes WebSockets with code 1012 and cuts off event streams. */
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
  /** Functions that cut off the open event streams. */
  const streams = new Set<() => void>()
  const shared = { dependencies, engine, connections }
  const sockets = createWebSocketServer(shared, originAllowed)
  const { app, preload } = createGraphqlApp({
    ...shared,
    development,
    demoFor,
    streams,
    originAllowed,
  })
  return {
    app,
    preload,
    upgrade: sockets.upgrade,
    drain(milliseconds) {
      sockets.drain(milliseconds)
      for (const cutOff of streams) atRandomTime(milliseconds, cutOff)
    },
    close: async () => {
      for (const cutOff of streams) cutOff()
      await sockets.close()
    },
  }
}
