import { createHttpApp, type HttpAppOptions } from '../http/app.ts'
import { createAddressResolver } from '../http/client-address.ts'
import { isLoopback } from '../http/origin.ts'
import { type HttpServer, openHttpServer } from '../http/server.ts'

/**
 * Serves /healthz, /readyz and, if `metrics` is given, /metrics. All other paths return 404.
 * @throws the system error (EADDRINUSE, EACCES) if the server cannot listen
 */
export function openHealthServer({
  logger,
  gate,
  parts,
  metrics,
  host,
  port,
}: HttpAppOptions & { host: string; port: number }): Promise<HttpServer> {
  return openHttpServer({
    app: createHttpApp({ logger, gate, parts, metrics }),
    upgrades: {},
    gate,
    site: { publicUrl: null, loopback: isLoopback(host) },
    logger,
    addressOf: createAddressResolver([]),
    host,
    port,
    endStreams: async () => {},
  })
}
