import { randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Actor } from '../core/actor.ts'
import type { Logger } from '../core/context.ts'
import type { PendingRequest } from '../core/pending-request.ts'

/** A request and its response: what the access log and all handlers need of it. */
export interface Exchange extends PendingRequest {
  /** Sent in the header X-Request-Id of the response; also in messages of internal errors and in the log. */
  requestId: string
  /** The client address; see createAddressResolver. */
  address: string
  /** The authenticated caller; null before authentication and for requests without valid credentials. */
  actor: Actor | null
  connected: boolean
  deadline: number
  /** Whether it sends a file of a page, of which the access log has no line: a page loads dozens, and they say nothing. */
  isFile: boolean
}

/** How long after a request has arrived an operation may be begun for it, in milliseconds. */
export const REQUEST_DEADLINE = 10_000

/** Creates exchanges and writes a line to the access log when they end; one per server. */
export interface Exchanges {
  open(incoming: IncomingMessage): Exchange
  /** Sets the headers of every response, and logs the exchange when the response was sent or the connection closed. */
  answerBy(outgoing: ServerResponse, exchange: Exchange, incoming: IncomingMessage): void
  /** Logs an upgraded connection when it closes, with the number of bytes sent on it. */
  upgrade(exchange: Exchange, incoming: IncomingMessage): void
}

/** `publicUrl`: the origin under which users reach the installation; null when PUBLIC_URL is not set. */
export function createExchanges({
  logger,
  publicUrl,
  addressOf,
}: {
  logger: Logger
  publicUrl: string | null
  addressOf: (incoming: IncomingMessage) => string
}): Exchanges {
  const security = Object.entries(securityHeaders(publicUrl))
  /** Returns the function that writes the line; it contains no query string, body or key. */
  const measure = (exchange: Exchange, { socket, method, url }: IncomingMessage) => {
    const begun = performance.now()
    const sentBefore = socket.bytesWritten
    return (status: number) => {
      const { requestId, address, actor, isFile } = exchange
      if (isFile) return
      logger.info(
        {
          requestId,
          method,
          path: url?.split('?', 1)[0],
          status,
          milliseconds: Math.round((performance.now() - begun) * 10) / 10,
          bytes: socket.bytesWritten - sentBefore,
          address,
          actor: nameOf(actor),
        },
        'request',
      )
    }
  }
  return {
    open: (incoming) => ({
      requestId: requestIdOf(incoming.headers['x-request-id']),
      address: addressOf(incoming),
      actor: null,
      connected: true,
      isFile: false,
      deadline: performance.now() + REQUEST_DEADLINE,
    }),
    answerBy(outgoing, exchange, incoming) {
      // Set on Node's response and not on Hono's: they then apply to requests that reach no handler, and need no Headers object.
      outgoing.setHeader('X-Request-Id', exchange.requestId)
      for (const [name, value] of security) outgoing.setHeader(name, value)
      const log = measure(exchange, incoming)
      outgoing.once('close', () => {
        exchange.connected = false
        log(outgoing.headersSent ? outgoing.statusCode : CLIENT_CLOSED_REQUEST)
      })
      // A body that arrives slowly is no delay on this side.
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

/** Status in the access log for a client that closed the connection before the response; taken from nginx. */
const CLIENT_CLOSED_REQUEST = 499

/** One year, in seconds. */
const HSTS_MAX_AGE = 31_536_000

/**
 * Those of JSON responses, which load nothing, are not framed, and are of one caller alone, so that no cache may keep them. Pages,
 * files and answers that may be kept set their own.
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

/** The caller's own request id when it is short visible ASCII, which is safe in headers and logs; otherwise a new one. */
function requestIdOf(given: string | string[] | undefined): string {
  return typeof given === 'string' && /^[\x21-\x7e]{1,64}$/.test(given) ? given : newRequestId()
}

/** A UUID v7 (RFC 9562) with random bits from Node's randomUUID, which has a cache of them; the package uuid is slower by microseconds. */
function newRequestId(): string {
  const time = Date.now().toString(16).padStart(12, '0')
  return `${time.slice(0, 8)}-${time.slice(8)}-7${randomUUID().slice(15)}`
}

function nameOf(actor: Actor | null): string | null {
  if (actor?.type === 'key') return `key:${actor.keyId}`
  return actor?.type === 'member' ? `member:${actor.userId}` : null
}
