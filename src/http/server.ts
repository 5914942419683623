import { once } from 'node:events'
import { createServer, IncomingMessage, ServerResponse } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { getRequestListener } from '@hono/node-server'
import type { Hono } from 'hono'
import type { Logger } from '../core/foundation/context.ts'
import { AppError } from '../core/foundation/errors.ts'
import { NO_TELEMETRY, type Telemetry } from '../core/foundation/telemetry.ts'
import type { RequestGate } from '../core/keys/admission.ts'
import type { HttpEnv } from './environment.ts'
import { HttpError, httpStatus, toErrorEnvelope } from './errors.ts'
import { createExchanges, type Exchange } from './exchange.ts'
import { hostAllowed, type Site } from './origin.ts'
import { showRate } from './rate.ts'
import { type FormatError, refuseOverload } from './refuse-overload.ts'
import { turnOf } from './request-turn.ts'

/** A listening HTTP server. */
export interface HttpServer {
  /** Address, such as `http://127.0.0.1:4000`. */
  url: string
  /**
   * Prepares the end of the server: from now on, /readyz returns 503, so that load balancers choose another one. Requests are
   * still answered, but their connections are not kept open. Streams end within `milliseconds`.
   */
  drain(milliseconds: number): void
  /** Stops accepting connections and ends streams; resolves once running requests have finished and the port is free. */
  close(): Promise<void>
}

/** Takes over a connection after the client requested an upgrade, for example to WebSocket. */
export type UpgradeHandler = (upgrade: {
  incoming: IncomingMessage
  socket: Socket
  head: Buffer
  exchange: Exchange
}) => void

/** Time limits for receiving the headers and the whole request, and the interval for checking them, in milliseconds. */
export interface Timeouts {
  headers: number
  request: number
  check: number
}

/** Stricter than the defaults of Node.js, which are one minute, five minutes and half a minute. */
const TIMEOUTS: Timeouts = { headers: 10_000, request: 30_000, check: 5_000 }

/** Milliseconds that running requests have to finish when the server stops. */
const GRACE_PERIOD = 10_000

/** Milliseconds between checks for idle connections while the server stops. */
const IDLE_CHECK_INTERVAL = 50

/** Options of {@link openHttpServer}. */
export interface HttpServerOptions {
  app: Hono<HttpEnv>
  /** Upgrade handlers by path. Other paths return 404. */
  upgrades: Readonly<Record<string, UpgradeHandler>>
  gate: RequestGate
  /** Formats of errors by path, for surfaces that differ from REST. */
  errorFormats?: Readonly<Record<string, FormatError>>
  site: Site
  logger: Logger
  /** Receives the duration of each request; none by default. */
  telemetry?: Telemetry
  /** Finds the client address of a request. */
  addressOf: (incoming: IncomingMessage) => string
  host: string
  port: number
  timeouts?: Timeouts
  /** Ends WebSockets and event streams within a time in milliseconds. Called when the server drains. */
  drainStreams?: (milliseconds: number) => void
  /** Ends WebSockets and event streams, which would otherwise stay open. Called when the server closes. */
  endStreams: () => Promise<void>
}

/**
 * Opens a server and passes requests to the app. Requests that are malformed, too slow or for another Host do not reach the app.
 * The server responds to them with the same headers and error envelope, and counts them for their client address. Requests
 * that an overloaded process refuses do not reach the app either.
 * @throws the system error (EADDRINUSE, EACCES) if the server cannot listen
 */
export async function openHttpServer(options: HttpServerOptions): Promise<HttpServer> {
  const { app, upgrades, site, logger, addressOf, host, port, timeouts = TIMEOUTS } = options
  const { telemetry = NO_TELEMETRY, errorFormats = {} } = options
  const exchanges = createExchanges({
    logger,
    telemetry,
    publicUrl: site.publicUrl,
    addressOf,
    isDraining: () => draining,
  })
  let draining = false
  const latestResponse = new WeakMap<Socket, ServerResponse<HttpRequest>>()

  const open = (incoming: HttpRequest, outgoing: ServerResponse<HttpRequest>): Exchange => {
    const exchange = exchanges.open(incoming)
    exchanges.attachResponse(outgoing, exchange, incoming)
    incoming.exchange = exchange
    latestResponse.set(incoming.socket, outgoing)
    return exchange
  }
  const refuse = async (outgoing: ServerResponse, { address }: Exchange, error: AppError): Promise<void> => {
    if (!outgoing.hasHeader('X-RateLimit-Limit')) {
      const rate = await options.gate.limiter.consume(`address:${address}`)
      if (outgoing.headersSent || outgoing.destroyed) return
      showRate(outgoing, rate)
    }
    const body = JSON.stringify(toErrorEnvelope(error))
    outgoing.writeHead(httpStatus(error), {
      'Content-Type': 'application/json',
      'Content-Length': Buffer.byteLength(body),
      Connection: 'close',
    })
    outgoing.end(body)
  }
  /** Like `refuse`, for a request without a response object. */
  const refuseConnection = (incoming: HttpRequest, error: AppError): void => {
    const { socket } = incoming
    const outgoing = new ServerResponse<HttpRequest>(incoming)
    outgoing.assignSocket(socket)
    outgoing.once('finish', () => socket.destroySoon())
    void refuse(outgoing, open(incoming, outgoing), error)
  }

  const answer = getRequestListener(
    (request, bindings) => {
      const { incoming, outgoing } = bindings
      return app.fetch(request, { incoming, outgoing, exchange: (incoming as HttpRequest).exchange })
    },
    // Used for HTTP/1.0 requests without a Host header.
    { hostname: 'localhost' },
  )
  const server = createServer(
    {
      IncomingMessage: HttpRequest,
      requireHostHeader: false,
      connectionsCheckingInterval: timeouts.check,
    },
    (incoming, outgoing) => {
      const exchange = open(incoming, outgoing)
      const refusal = findRefusal(incoming, site)
      if (refusal) return void refuse(outgoing, exchange, refusal)
      const turn = turnOf(incoming, { exchange, gate: options.gate })
      if (!turn) return void answer(incoming, outgoing)
      exchange.turn = turn
      outgoing.once('close', () => turn.end())
      turn.take().then(
        () => answer(incoming, outgoing),
        (error: AppError) => {
          exchange.isRefused = exchange.connected
          refuseOverload(incoming, outgoing, { error, formats: errorFormats })
        },
      )
    },
  )
  server.headersTimeout = timeouts.headers
  server.requestTimeout = timeouts.request
  server.on('upgrade', (incoming, stream, head) => {
    stream.on('error', () => stream.destroy())
    const handle = upgrades[getPath(incoming)]
    const refusal = findRefusal(incoming, site)
    if (refusal) return refuseConnection(incoming, refusal)
    if (!handle)
      return refuseConnection(
        incoming,
        new AppError('NOT_FOUND', 'This path does not accept WebSocket connections.'),
      )
    const exchange = exchanges.open(incoming)
    exchanges.upgrade(exchange, incoming)
    handle({ incoming, socket: incoming.socket, head, exchange })
  })
  server.on('clientError', (error: NodeJS.ErrnoException, stream) => {
    const socket = stream as Socket
    if (!socket.writable) return void socket.destroy()
    const outgoing = latestResponse.get(socket)
    if (!outgoing || outgoing.writableFinished) refuseConnection(new HttpRequest(socket), toHttpError(error))
    // A response that has started cannot be replaced.
    else if (outgoing.headersSent) socket.destroy()
    else void refuse(outgoing, outgoing.req.exchange, toHttpError(error))
  })
  server.listen(port, host)
  await once(server, 'listening')
  return {
    url: `http://${host.includes(':') ? `[${host}]` : host}:${(server.address() as AddressInfo).port}`,
    drain(milliseconds) {
      draining = true
      options.drainStreams?.(milliseconds)
    },
    close: async () => {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()))
      await options.endStreams()
      server.closeIdleConnections()
      // Without this, connections would stay open for some seconds after their last response.
      const idle = setInterval(() => server.closeIdleConnections(), IDLE_CHECK_INTERVAL)
      const timer = setTimeout(() => server.closeAllConnections(), GRACE_PERIOD)
      await closed
      clearInterval(idle)
      clearTimeout(timer)
    },
  }
}

/** A request of Node.js with its exchange. */
class HttpRequest extends IncomingMessage {
  declare exchange: Exchange
}

/** Health checks contain no private data, and come from machines that know only the address of a process. */
const PATHS_FOR_ANY_HOST = new Set(['/healthz', '/readyz'])

/** Returns the reason why a request must not reach the app, or null if it may. */
function findRefusal(incoming: IncomingMessage, site: Site): HttpError | null {
  const { url = '', httpVersion, headers } = incoming
  if (headers.host === undefined && httpVersion === '1.1')
    return new HttpError(400, 'The header Host is missing.')
  if (!/^(\/|https?:\/\/)[^\\]*$/.test(url))
    return new HttpError(400, 'The request target must be a path or an http URL.')
  if (hostAllowed(headers.host, site) || PATHS_FOR_ANY_HOST.has(getPath(incoming))) return null
  return new HttpError(
    421,
    'The header Host names another installation; set PUBLIC_URL to the address under which users reach this one.',
  )
}

/** Converts an error of Node's HTTP parser, or a timeout. */
function toHttpError({ code }: NodeJS.ErrnoException): HttpError {
  switch (code) {
    case 'ERR_HTTP_REQUEST_TIMEOUT':
      return new HttpError(408, 'The request took too long to arrive.')
    case 'HPE_HEADER_OVERFLOW':
      return new HttpError(431, 'The headers are larger than 16 KiB.')
    case 'HPE_CHUNK_EXTENSIONS_OVERFLOW':
      return new HttpError(413, 'The extensions of a chunk are too large.')
    default:
      return new HttpError(400, 'This is not a valid HTTP request.')
  }
}

function getPath({ url = '' }: IncomingMessage): string {
  return url.split('?', 1)[0] ?? ''
}
