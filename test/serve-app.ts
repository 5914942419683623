import type { Hono } from 'hono'
import type { AppServices } from '../src/core/context.ts'
import type { RequestGate } from '../src/core/keys/admission.ts'
import { Turns } from '../src/core/keys/turns.ts'
import { createHttpApp } from '../src/http/app.ts'
import { createAddressResolver } from '../src/http/client-address.ts'
import type { HttpEnv } from '../src/http/environment.ts'
import { type HttpServerOptions, openHttpServer } from '../src/http/server.ts'

/** An HTTP app that is served on its own port. */
export interface ServedApp {
  url: string
  request(path: string, init?: RequestInit): Promise<Response>
  close(): Promise<void>
}

/** A rate limiter that allows everything. */
export const UNLIMITED: RequestGate['limiter'] = {
  consume: async () => ({ limit: 60, remaining: 59, resetAt: 1_780_000_000, retryAfter: null }),
  read: async () => ({ limit: 60, remaining: 60, resetAt: 1_780_000_000, retryAfter: null }),
}

/** A gate for apps that authenticate no caller. */
export const OPEN_GATE = {
  authenticator: { knownCaller: () => null },
  limiter: UNLIMITED,
  turns: new Turns(),
} as unknown as RequestGate

/** Serves mounted apps with the HTTP layer of the gateway. `services` and `gate` can be partial fakes. */
export async function serveApp({
  services,
  gate,
  mount,
  ...options
}: {
  services: AppServices
  gate: RequestGate
  mount: (app: Hono<HttpEnv>) => void
} & Partial<HttpServerOptions>): Promise<ServedApp> {
  const app = createHttpApp({ logger: services.deps.logger, gate, parts: [] })
  mount(app)
  const { url, close } = await openHttpServer({
    app,
    upgrades: {},
    gate,
    site: { publicUrl: null, loopback: true },
    logger: services.deps.logger,
    addressOf: createAddressResolver([]),
    host: '127.0.0.1',
    port: 0,
    endStreams: async () => {},
    ...options,
  })
  return { url, close, request: (path, init) => fetch(`${url}${path}`, init) }
}
