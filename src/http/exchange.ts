import { randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Actor } from '../core/foundation/actor.ts'
import type { Logger } from '../core/foundation/context.ts'
import type { PendingRequest } from '../core/foundation/pending-request.ts'
import type { Telemetry } from '../core/foundation/telemetry.ts'
import { maskPath } from './masked-path.ts'
import type { RequestTurn } from './request-turn.ts'

/** State of a request and its response, for handlers and the access log. */
export interface Exchange extends PendingRequest {
  /** Part of the log, of messages of internal errors, and of the response as the header X-Request-Id. */
  requestId: string
  /** Client address from createAddressResolver. */
  address: string
  /** Authenticated caller; null before authentication and for requests without valid credentials. */
  actor: Actor | null
  connected: boolean
  deadline: number
  /** Id of the trace of the request; null without tracing. */
  traceId: string | null
  /** Pattern of the matched route, such as `/v1/runs/{runId}`; null if no route matched. */
  route: string | null
  /** Whether the server is about to stop; see `HttpServer`. */
  draining: boolean
  /** Whether the response is a file of a page. These are left out of the access log, because each page loads dozens. */
  isFile: boolean
  /** Whether the process refused the request because it was overloaded. These are counted, but left out of the access log. */
  isRefused: boolean
  /** The turn of the request; null if it needs none. */
  turn: RequestTurn | null
}

/** Milliseconds after the arrival of a request during which its operation may start. */
export const REQUEST_DEADLINE = 10_000

/** The exchanges of a server. Each one writes a line to the access log when it ends. */
export interface Exchanges {
  open(incoming: IncomingMessage): Exchange
  /** Sets the headers of the response. Logs the exchange when the response was sent or the connection closes. */
  attachResponse(outgoing: ServerResponse, exchange: Exchange, incoming: IncomingMessage): void
  /** Logs an upgraded connection when it closes, with the number of bytes sent on it. */
  upgrade(exchange: Exchange, incoming: IncomingMessage): void
}

/**
 * Creates the exchanges of a server.
 * @param options.publicUrl value of PUBLIC_URL, the origin under which users reach the installation; null if unset
 */
export function createExchanges({
  logger,
  telemetry,
  publicUrl,
  addressOf,
  isDraining,
}: {
  logger: Logger
  telemetry: Telemetry
  /** Whether the server is about to stop. */
  isDraining: () => boolean
  publicUrl: string | null
  addressOf: (incoming: IncomingMessage) => string
}): Exchanges {
  const security = Object.entries(securityHeaders(publicUrl))
  /** Starts measuring and returns a function that writes the line. It contains no query string, body or key. */
  const measure = (exchange: Exchange, { socket, method, url }: IncomingMessage) => {
    const startedAt = performance.now()
    const sentBefore = socket.bytesWritten
    return (status: number) => {
      const { requestId, traceId, address, actor, route, isFile, isRefused } = exchange
      if (isRefused) return
      const milliseconds = performance.now() - startedAt
      const labels = { method: METHODS.has(method ?? '') ? String(method) : 'other', route: route ?? 'none' }
      telemetry.observe('httpRequest', { ...labels, status: String(status) }, milliseconds / 1_000)
      if (isFile) return
      logger.info(
        {
          requestId,
          ...(traceId !== null && { traceId }),
          method,
          path: maskPath(url?.split('?', 1)[0] ?? ''),
          status,
          milliseconds: Math.round(milliseconds * 10) / 10,
          bytes: socket.bytesWritten - sentBefore,
          address,
          actor: formatActor(actor),
        },
        'request',
      )
    }
  }
  return {
    open: (incoming) => ({
      requestId: chooseRequestId(incoming.headers['x-request-id']),
      address: addressOf(incoming),
      actor: null,
      connected: true,
      route: null,
      traceId: null,
      draining: isDraining(),
      isFile: false,
      isRefused: false,
      turn: null,
      deadline: performance.now() + REQUEST_DEADLINE,
    }),
    attachResponse(outgoing, exchange, incoming) {
      // These headers are set on Node's response, so that requests that never reach Hono have them too.
      outgoing.setHeader('X-Request-Id', exchange.requestId)
      for (const [name, value] of security) outgoing.setHeader(name, value)
      // Ends the connection after the response, so that the next request opens one to another process.
      if (exchange.draining) outgoing.setHeader('Connection', 'close')
      const log = measure(exchange, incoming)
      outgoing.once('close', () => {
        exchange.connected = false
        log(outgoing.headersSent ? outgoing.statusCode : CLIENT_CLOSED_REQUEST)
      })
      // The deadline starts when the body is complete, because a slow client does not delay the server.
      incoming.once('end', () => {
        exchange.deadline = performance.now() + REQUEST_DEADLINE
      })
    },
    upgrade(exchange, incoming) {
      const log = measure(exchange, incoming)
      incoming.socket.once('close', () => log(101))
    },
  }
}

/** Methods that are reported by name. Others are chosen by clients and would be without limit. */
const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])

/** Status in the access log for a client that disconnected before the response, as in nginx. */
const CLIENT_CLOSED_REQUEST = 499

/** One year, in seconds. */
const HSTS_MAX_AGE = 31_536_000

/**
 * Headers for JSON responses, which load no resources, must not be framed, and belong to a single caller, so caches must not
 * store them. Pages, files and cacheable responses replace these headers.
 */
function securityHeaders(publicUrl: string | null): Record<string, string> {
  return {
    'X-Content-Type-Options': 'nosniff',
    'Referrer-Policy': 'no-referrer',
    'Cache-Control': 'no-store',
    'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
    ...(publicUrl?.startsWith('https:') && { 'Strict-Transport-Security': `max-age=${HSTS_MAX_AGE}` }),
  }
}

/** Returns the caller's request id if it is short visible ASCII, which is safe in headers and logs. Otherwise creates one. */
function chooseRequestId(header: string | string[] | undefined): string {
  return typeof header === 'string' && /^[\x21-\x7e]{1,64}$/.test(header) ? header : newRequestId()
}

/** Creates a UUID v7 (RFC 9562) from the cached random bits of randomUUID, which is ten times as fast as the package uuid. */
function newRequestId(): string {
  const time = Date.now().toString(16).padStart(12, '0')
  return `${time.slice(0, 8)}-${time.slice(8)}-7${randomUUID().slice(15)}`
}

function formatActor(actor: Actor | null): string | null {
  if (actor?.type === 'key') return `key:${actor.keyId}`
  return actor?.type === 'member' ? `member:${actor.userId}` : null
}
