import { createServer, IncomingMessage, type Server, ServerResponse } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { getRequestListener } from '@hono/node-server'
import type { Hono } from 'hono'
import type { RequestGate } from '../core/admission.ts'
import type { Logger } from '../core/context.ts'
import { AppError } from '../core/errors.ts'
import type { HttpEnv } from './environment.ts'
import { envelopeOf, HttpError, statusOf } from './errors.ts'
import { createExchanges, type Exchange } from './exchange.ts'
import { hostAllowed, type Site } from './origin.ts'
import { showRate } from './rate.ts'

/** A listening HTTP server. */
export interface HttpServer {
  /** Its address, such as `http://127.0.0.1:4000`. */
  url: string
  /** Stops accepting connections and ends streams; resolves once running requests have finished and the port is free. */
  close(): Promise<void>
}

/** Takes over a connection whose client requested an upgrade, such as to WebSocket. */
export type UpgradeHandler = (upgrade: {
  incoming: IncomingMessage
  socket: Socket
  head: Buffer
  exchange: Exchange
}) => void

/** How long a client may take to send its headers and its whole request, and how often that is checked; in milliseconds. */
export interface Timeouts {
  headers: number
  request: number
  check: number
}

/** Node's defaults are one minute, five minutes and half a minute. */
const TIMEOUTS: Timeouts = { headers: 10_000, request: 30_000, check: 5_000 }

/** How long running requests may take to finish when the server stops, in milliseconds. */
const GRACE = 10_000

/** How often connections that have become idle are closed while the server stops, in milliseconds. */
const IDLE_CHECK = 50

/** Options of {@link openHttpServer}. */
export interface HttpServerOptions {
  app: Hono<HttpEnv>
  /** Handlers of upgrades by path; an upgrade on any other path is 404. */
  upgrades: Readonly<Record<string, UpgradeHandler>>
  gate: RequestGate
  site: Site
  logger: Logger
  /** The address of the client that sent a request. */
  addressOf: (incoming: IncomingMessage) => string
  host: string
  port: number
  timeouts?: Timeouts
  /** Called when the server closes: ends WebSockets and event streams, which do not end by themselves. */
  endStreams: () => Promise<void>
}

/**
 * Opens a server and passes requests to the app. Requests that cannot reach the app (with another Host, an invalid target, not
 * parseable, or too slow) are answered here with the same headers and in the same envelope, and counted for their client
 * address.
 * @throws the system's error (EADDRINUSE, EACCES) when it cannot listen
 */
export async function openHttpServer(options: HttpServerOptions): Promise<HttpServer> {
  const { app, upgrades, site, logger, addressOf, host, port, timeouts = TIMEOUTS } = options
  const exchanges = createExchanges({ logger, publicUrl: site.publicUrl, addressOf })
  const latestResponse = new WeakMap<Socket, ServerResponse<HttpRequest>>()

  const open = (incoming: HttpRequest, outgoing: ServerResponse<HttpRequest>): Exchange => {
    const exchange = exchanges.open(incoming)
    exchanges.answerBy(outgoing, exchange, incoming)
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
    const body = JSON.stringify(envelopeOf(error))
    outgoing.writeHead(statusOf(error), {
      'Content-Type': 'application/json',
      'Content-Length': Buffer.byteLength(body),
      Connection: 'close',
    })
    outgoing.end(body)
  }
  /** As `refuse`, on a connection for which Node has created no response. */
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
    // HTTP/1.0 may leave out the header Host.
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
      const refusal = refusalOf(incoming, site)
      if (refusal) void refuse(outgoing, exchange, refusal)
      else void answer(incoming, outgoing)
    },
  )
  server.headersTimeout = timeouts.headers
  server.requestTimeout = timeouts.request
  server.on('upgrade', (incoming, stream, head) => {
    stream.on('error', () => stream.destroy())
    const handle = upgrades[pathOf(incoming)]
    const refusal = refusalOf(incoming, site)
    if (refusal || !handle) return refuseConnection(incoming, refusal ?? noUpgradeHere())
    const exchange = exchanges.open(incoming)
    exchanges.upgrade(exchange, incoming)
    handle({ incoming, socket: incoming.socket, head, exchange })
  })
  server.on('clientError', (error: NodeJS.ErrnoException, stream) => {
    const socket = stream as Socket
    if (!socket.writable) return void socket.destroy()
    const outgoing = latestResponse.get(socket)
    if (!outgoing || outgoing.writableFinished)
      refuseConnection(new HttpRequest(socket), parserRefusal(error))
    // A response that was begun cannot be replaced.
    else if (outgoing.headersSent) socket.destroy()
    else void refuse(outgoing, outgoing.req.exchange, parserRefusal(error))
  })
  await listen(server, port, host)
  return {
    url: `http://${host.includes(':') ? `[${host}]` : host}:${(server.address() as AddressInfo).port}`,
    close: async () => {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()))
      await options.endStreams()
      server.closeIdleConnections()
      // A connection whose last response ends from now on would stay open until its client has been idle for seconds.
      const idle = setInterval(() => server.closeIdleConnections(), IDLE_CHECK)
      const timer = setTimeout(() => server.closeAllConnections(), GRACE)
      await closed
      clearInterval(idle)
      clearTimeout(timer)
    },
  }
}

/** Node's request with its exchange. */
class HttpRequest extends IncomingMessage {
  declare exchange: Exchange
}

/** Health checks: sent by machines that know a process by its address only, and without private data. */
const PATHS_FOR_ANY_HOST = new Set(['/healthz', '/readyz'])

/** Why a request cannot be passed to the app; null when it can. */
function refusalOf(incoming: IncomingMessage, site: Site): HttpError | null {
  const { url = '', httpVersion, headers } = incoming
  if (headers.host === undefined && httpVersion === '1.1')
    return new HttpError(400, 'The header Host is missing.')
  if (!/^(\/|https?:\/\/)[^\\]*$/.test(url))
    return new HttpError(400, 'The request target must be a path or an http URL.')
  if (hostAllowed(headers.host, site) || PATHS_FOR_ANY_HOST.has(pathOf(incoming))) return null
  return new HttpError(
    421,
    'The header Host names another installation; set PUBLIC_URL to the address under which users reach this one.',
  )
}

/** The refusal for an error of Node's HTTP parser or its timeouts. */
function parserRefusal({ code }: NodeJS.ErrnoException): HttpError {
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

function noUpgradeHere(): AppError {
  return new AppError('NOT_FOUND', 'This path does not accept WebSocket connections.')
}

function pathOf({ url = '' }: IncomingMessage): string {
  return url.split('?', 1)[0] ?? ''
}

function listen(server: Server, port: number, host: string): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, () => {
      server.off('error', reject)
      resolve()
    })
  })
}
