import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import { CloseCode, handleProtocols } from 'graphql-ws'
import { WebSocketServer as SocketServer, type WebSocket } from 'ws'
import type { UpgradeHandler } from '../../http/server.ts'
import { MAX_MESSAGE_BYTES } from '../documents/limits.ts'
import { type Connection, createProtocol, type WebSocketDependencies } from './protocol.ts'

export interface WebSocketServer {
  /** Handles the upgrade request of a WebSocket. */
  upgrade: UpgradeHandler
  /** Closes all WebSockets with code 1001; resolves when all are closed. */
  close(): Promise<void>
}

/** Interval of pings in milliseconds. Clients that have not answered by the next ping are disconnected. */
const PING_INTERVAL = 12_000

/** Time in milliseconds that a client has to answer the close frame. */
const CLOSE_TIMEOUT = 2_000

/**
 * A client is full if more than FULL bytes are waiting to be sent. It has caught up once at most DRAINED bytes are
 * waiting.
 */
const FULL = 256_000
const DRAINED = 64_000

/**
 * Creates the WebSocket server.
 * @param originAllowed whether the page that opens a socket may use the session cookie of its user; browsers send
 * cookies with sockets of any site
 */
export function createWebSocketServer(
  shared: WebSocketDependencies,
  originAllowed: (request: IncomingMessage) => boolean,
): WebSocketServer {
  const protocol = createProtocol(shared)
  const { logger } = shared.dependencies.services.deps
  const server = new SocketServer({
    noServer: true,
    handleProtocols,
    maxPayload: MAX_MESSAGE_BYTES,
    perMessageDeflate: false,
    // Delivers one message per turn of the event loop, so that graphql-ws has removed a completed operation before
    // the client can reuse its id.
    allowSynchronousEvents: false,
  })
  let accepting = true
  const upgrade: UpgradeHandler = ({ incoming, socket: stream, head, exchange: { address } }) => {
    if (!accepting) return refuse(stream)
    const { authorization = null, cookie = null } = incoming.headers
    const from = {
      credentials: {
        authorization,
        cookie: originAllowed(incoming) ? cookie : null,
        organization: new URL(incoming.url ?? '', 'http://host').searchParams.get('organization'),
      },
      address,
    }
    server.handleUpgrade(incoming, stream, head, (socket) => {
      // Errors, such as a message that is too large, also close the socket.
      socket.on('error', (error) => logger.warn({ error }, 'socket broken'))
      open(socket, from)
    })
  }

  function open(socket: WebSocket, from: Pick<Connection, 'credentials' | 'address'>): void {
    const flushed = () => {
      if (socket.bufferedAmount <= DRAINED) for (const operation of connection.operations) operation.drain()
    }
    const connection: Connection = {
      ...from,
      lease: null,
      operations: new Set(),
      send: (text) => {
        if (socket.readyState !== socket.OPEN) return
        // Only use a callback if data is waiting: a callback per message would double the CPU time of sending.
        const isWaiting = socket.bufferedAmount + text.length > DRAINED
        socket.send(text, { binary: false }, isWaiting ? flushed : undefined)
      },
      close: (code, reason) => socket.close(code, reason),
      isOpen: () => socket.readyState === socket.OPEN,
      isFull: () => socket.bufferedAmount > FULL,
    }
    const closed = protocol.opened(
      {
        protocol: socket.protocol,
        send: connection.send,
        close: connection.close,
        onMessage: (receive) => {
          socket.on('message', (data) => {
            receive(String(data)).catch((error) => {
              // The client sent a message that only servers may send.
              if (/^Unexpected message/.test(error.message))
                return socket.close(CloseCode.BadRequest, error.message)
              logger.error({ error }, 'socket failed')
              socket.close(CloseCode.InternalServerError, 'Internal server error')
            })
          })
        },
      },
      connection,
    )
    socket.on('close', (code, reason) => void closed(code, String(reason)))
  }

  const unanswered = new WeakSet<WebSocket>()
  const pings = setInterval(() => {
    for (const socket of server.clients) ping(socket, unanswered)
  }, PING_INTERVAL).unref()
  return {
    upgrade,
    close: async () => {
      accepting = false
      clearInterval(pings)
      await Promise.all([...server.clients].map(disconnect))
    },
  }
}

function refuse(stream: Duplex): void {
  const head = 'HTTP/1.1 503 Service Unavailable\r\nConnection: close\r\nContent-Length: 0\r\n\r\n'
  stream.end(head, () => stream.destroy())
}

/** Terminates the socket if its client has not answered the last ping; otherwise sends a ping. */
function ping(socket: WebSocket, unanswered: WeakSet<WebSocket>): void {
  if (unanswered.has(socket)) {
    socket.terminate()
    return
  }
  unanswered.add(socket)
  socket.once('pong', () => unanswered.delete(socket))
  socket.ping()
}

function disconnect(socket: WebSocket): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => socket.terminate(), CLOSE_TIMEOUT)
    socket.once('close', () => {
      clearTimeout(timer)
      resolve()
    })
    socket.close(1001, 'Going away')
  })
}
