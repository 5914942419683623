import { createServer, type Server } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { getRequestListener } from '@hono/node-server'
import { Hono } from 'hono'
import type { Door } from '../core/admission.ts'
import type { Services } from '../core/context.ts'
import { newId } from '../core/ids.ts'
import { isLoopback, originAllowed } from '../core/origin.ts'
import { createGraphqlServer } from '../graphql/server.ts'
import { createRestApp } from '../rest/app.ts'
import { isForUs, misdirect, misdirectUpgrade } from './host-guard.ts'
import { createSignInApp } from './sign-in.ts'

/** The HTTP side of a process. */
export interface Gateway {
  /** Where it listens, such as `http://127.0.0.1:4000`. */
  url: string
  /** Sockets close with 1001, requests under way finish, then the port is free. */
  close(): Promise<void>
}

/** Time for a client to send its headers and its whole request, in milliseconds; Node's own are a minute and five. */
const HEADERS_TIMEOUT = 10_000
const REQUEST_TIMEOUT = 30_000

/** How long requests under way may take to finish when the server stops, in milliseconds. */
const GRACE = 10_000

/**
 * Listens for REST, GraphQL and its subscriptions, sign-in, and health checks; what names another Host is turned away.
 * @throws the system's error (EADDRINUSE, EACCES) when it cannot listen
 */
export async function openGateway({
  services,
  door,
  host,
  port,
  development = false,
  graphqlCacheBytes = 64_000_000,
}: {
  services: Services
  door: Door
  host: string
  port: number
  development?: boolean
  graphqlCacheBytes?: number
}): Promise<Gateway> {
  const site = { publicUrl: door.publicUrl ?? null, loopback: isLoopback(host) }
  const graphql = createGraphqlServer({
    services,
    door,
    development,
    cacheBytes: graphqlCacheBytes,
    originAllowed: ({ headers: { host, origin } }) =>
      originAllowed({ host, origin, publicUrl: site.publicUrl }),
  })
  const app = new Hono()
  app.get('/healthz', (context) => context.json({ status: 'ok' }))
  app.get('/readyz', async (context) => {
    const ready = await isReady(services)
    return context.json({ status: ready ? 'ok' : 'unavailable' }, ready ? 200 : 503)
  })
  if (development) app.get('/', (context) => context.redirect('/graphql'))
  if (door.signIn) app.route('/', createSignInApp(door, door.signIn))
  app.route('/', createRestApp({ services, door }))

  const others = getRequestListener(app.fetch)
  // Ahead of the framework: GraphQL's hottest answers take less time than a Request and a Response.
  const server = createServer((request, response) => {
    if (!isForUs(request, site)) misdirect(response)
    else if (request.url === '/graphql' || request.url?.startsWith('/graphql?'))
      void graphql.handle(request, response)
    else void others(request, response)
  })
  server.headersTimeout = HEADERS_TIMEOUT
  server.requestTimeout = REQUEST_TIMEOUT
  server.on('clientError', (_, socket: Socket) => void refuseConnection(socket, door))
  // It listens to nothing: the upgrades it is told of are those that are meant for us.
  const upgrades = createServer()
  graphql.attach(upgrades)
  server.on('upgrade', (request, stream, head) => {
    if (isForUs(request, site)) upgrades.emit('upgrade', request, stream, head)
    else misdirectUpgrade(stream)
  })
  await listen(server, port, host)
  return {
    url: `http://${host.includes(':') ? `[${host}]` : host}:${(server.address() as AddressInfo).port}`,
    close: async () => {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()))
      await graphql.close()
      server.closeIdleConnections()
      const timer = setTimeout(() => server.closeAllConnections(), GRACE)
      await closed
      clearTimeout(timer)
    },
  }
}

async function isReady(services: Services): Promise<boolean> {
  try {
    await services.db.pool.query('SELECT 1')
    return true
  } catch {
    return false
  }
}

/** What cannot be parsed as HTTP still gets an answer in the form, and with the headers, of all others. */
async function refuseConnection(socket: Socket, { limiter }: Door): Promise<void> {
  if (!socket.writable) return void socket.destroy()
  // A second error of the same connection finds its answer on the way.
  if (refused.has(socket)) return
  refused.add(socket)
  const rate = await limiter.consume(`address:${socket.remoteAddress ?? 'unknown'}`).catch(() => null)
  const body = JSON.stringify({
    error: { code: 'BAD_REQUEST', message: 'This is not a valid HTTP request.' },
  })
  const head = [
    'HTTP/1.1 400 Bad Request',
    'Connection: close',
    'Content-Type: application/json',
    `Content-Length: ${Buffer.byteLength(body)}`,
    `X-Request-Id: ${newId()}`,
  ]
  if (rate) {
    head.push(`X-RateLimit-Limit: ${rate.limit}`, `X-RateLimit-Remaining: ${rate.remaining}`)
    head.push(`X-RateLimit-Reset: ${rate.resetAt}`)
  }
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`)
}

const refused = new WeakSet<Socket>()

function listen(server: Server, port: number, host: string): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, () => {
      server.off('error', reject)
      resolve()
    })
  })
}
