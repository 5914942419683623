import type { IncomingMessage } from 'node:http'
import type { Hono } from 'hono'
import type { AppServices } from '../core/context.ts'
import type { RequestGate } from '../core/keys/admission.ts'
import { createDashboardApp } from '../dashboard/app.ts'
import { createDocumentationApp } from '../documentation/app.ts'
import type { DemoAccess } from '../graphql/graphiql.ts'
import { createGraphqlServer } from '../graphql/server.ts'
import { createHttpApp, type HttpAppOptions } from '../http/app.ts'
import { createAddressResolver } from '../http/client-address.ts'
import { ConnectionRegistry } from '../http/connection-registry.ts'
import type { HttpEnv } from '../http/environment.ts'
import { createOAuthApp } from '../http/oauth.ts'
import { type AuthorizationServer, RESOURCE_METADATA_PATH } from '../http/oauth-parts.ts'
import { isLoopback, originAllowed, pageAllowed, pageMayHoldKey } from '../http/origin.ts'
import type { Part } from '../http/readiness.ts'
import { type HttpServer, openHttpServer, type Timeouts } from '../http/server.ts'
import type { SharePasswordLimits } from '../http/share.ts'
import { createSignInApp } from '../http/sign-in.ts'
import type { SignIn } from '../http/sign-in-parts.ts'
import type { McpApp } from '../mcp/app.ts'
import { createRestApp } from '../rest/app.ts'
import { createDownloadApp } from '../rest/downloads.ts'
import { documentOf } from '../rest/openapi/document.ts'
import { errorFormats } from './error-formats.ts'

/** Options of {@link openGateway}. */
export interface GatewayOptions {
  services: AppServices
  gate: RequestGate
  /** Parts that /readyz checks; empty by default. */
  parts?: readonly Part[]
  /** If set, /metrics is served. */
  metrics?: HttpAppOptions['metrics']
  /** If undefined, only API keys are accepted. */
  signIn?: SignIn
  /** Limits for wrong passwords of shared pages. If undefined, these pages are not served. */
  sharePasswordLimits?: SharePasswordLimits
  /** Creates the authorization server of an installation with this origin. If undefined, apps cannot connect through OAuth. */
  openAuthorizationServer?: (issuer: string) => Promise<AuthorizationServer>
  /** Origin under which users reach the installation; null if PUBLIC_URL is unset. */
  publicUrl?: string | null
  /** Addresses and CIDR blocks of proxies with a trusted X-Forwarded-For header. */
  trustedProxies?: readonly string[]
  host: string
  port: number
  /** Whether browsers get GraphiQL. */
  development?: boolean
  /** Returns the demo, for the key in GraphiQL; null until the demo is prepared and in installations without a demo. */
  demo?: () => DemoAccess | null
  graphqlCacheBytes?: number
  /** Allowed GraphQL documents by hash; null to allow all. */
  persistedOperations?: ReadonlyMap<string, string> | null
  timeouts?: Timeouts
}

/** A server with all apps. */
export interface Gateway extends HttpServer {
  /** Method and path of each route, such as `POST /api/auth/sign-out`. The method is ALL for routes that accept every method. */
  routes: readonly string[]
}

/**
 * Mounts REST, GraphQL, MCP, sign-in, the dashboard and the documentation in one app and opens a server for it.
 * @throws the system error (EADDRINUSE, EACCES) if the server cannot listen
 */
export async function openGateway({
  services,
  gate,
  parts = [],
  metrics,
  signIn,
  sharePasswordLimits,
  openAuthorizationServer,
  publicUrl = null,
  trustedProxies = [],
  host,
  port,
  development = false,
  demo = () => null,
  graphqlCacheBytes = 64_000_000,
  persistedOperations = null,
  timeouts,
}: GatewayOptions): Promise<Gateway> {
  const connections = new ConnectionRegistry(services)
  const isOwnPage = ({ headers: { host, origin } }: IncomingMessage) =>
    originAllowed({ host, origin, publicUrl })
  const site = { publicUrl, loopback: isLoopback(host) }
  const graphql = createGraphqlServer({
    services,
    gate,
    connections,
    development,
    demoFor: ({ headers }) => (pageMayHoldKey(headers, site) ? demo() : null),
    cacheBytes: graphqlCacheBytes,
    persistedOperations,
    originAllowed: isOwnPage,
  })
  let localPort = port
  let authorizationServer: Promise<AuthorizationServer> | undefined
  // Without PUBLIC_URL, apps and browsers on the same machine use this address.
  const getIssuer = () => publicUrl ?? (site.loopback ? `http://localhost:${localPort}` : null)
  let mcp: Promise<McpApp> | undefined
  const getMcp = () => {
    // Imported on demand, because its libraries would slow down every start.
    mcp ??= import('../mcp/app.ts').then(({ createMcpApp }) =>
      createMcpApp({
        services,
        gate,
        connections,
        originAllowed: ({ headers }) => pageAllowed({ host: headers.host, origin: headers.origin, ...site }),
        resourceMetadata: () => {
          const issuer = openAuthorizationServer ? getIssuer() : null
          return issuer === null ? null : `${issuer}${RESOURCE_METADATA_PATH}`
        },
      }),
    )
    return mcp
  }
  const app = createHttpApp({
    logger: services.deps.logger,
    tracing: services.deps.tracing,
    gate,
    parts,
    metrics,
  })
  app.route('/', graphql.app)
  app.all('/mcp', async ({ req, env }) => (await getMcp()).app.fetch(req.raw, env))
  if (signIn) app.route('/', createSignInApp({ services, gate, signIn, publicUrl }))
  if (signIn && openAuthorizationServer) {
    const getServer = async (issuer: string) => {
      authorizationServer ??= openAuthorizationServer(issuer)
      return authorizationServer
    }
    const registrations = signIn.attempts.byAddress
    app.route(
      '/',
      createOAuthApp({ services, gate, registrations, oauth: { getIssuer, getServer }, publicUrl }),
    )
  }
  if (sharePasswordLimits) {
    let pages: Promise<Hono<HttpEnv>> | undefined
    // Imported on demand, because few processes show reports.
    const getPages = () => {
      pages ??= import('../http/report-pages.ts').then(({ createReportPages }) =>
        createReportPages({ services, gate, passwordLimits: sharePasswordLimits, publicUrl }),
      )
      return pages
    }
    for (const path of ['/share/:token', '/unsubscribe/:token'])
      app.all(path, async ({ req, env }) => (await getPages()).fetch(req.raw, env))
  }
  const rest = createRestApp({ services, gate })
  app.route('/', rest)
  app.route('/', createDownloadApp({ services, gate, originAllowed: isOwnPage }))
  app.route('/', createDashboardApp({ gate }))
  app.route('/', createDocumentationApp({ gate, openApi: () => documentOf(rest), graphiql: development }))
  const server = await openHttpServer({
    app,
    upgrades: { '/graphql': graphql.upgrade },
    errorFormats: errorFormats(services.deps.logger),
    gate,
    site,
    logger: services.deps.logger,
    telemetry: services.deps.telemetry,
    addressOf: createAddressResolver(trustedProxies),
    host,
    port,
    ...(timeouts && { timeouts }),
    drainStreams: (milliseconds) => graphql.drain(milliseconds),
    endStreams: async () => {
      if (mcp) (await mcp).close()
      await graphql.close()
      connections.close()
    },
  })
  localPort = Number(new URL(server.url).port)
  // If this fails, the requests that need the libraries report the error.
  graphql.preload().catch(() => {})
  return { ...server, routes: app.routes.map(({ method, path }) => `${method} ${path}`) }
}
