import type { IncomingMessage, Server } from 'node:http'
import type { Duplex } from 'node:stream'
import { CloseCode, handleProtocols } from 'graphql-ws'
import { type WebSocket, WebSocketServer } from 'ws'
import type { Logger } from '../core/context.ts'
import { LARGEST_MESSAGE } from './limits.ts'
import type { Protocol } from './protocol.ts'

/** The sockets of one process. */
export interface Sockets {
  /** Takes upgrades on /graphql from this server and refuses all others. */
  attach(server: Server): void
  /** Closes every socket with 1001; resolves when they are closed. */
  close(): Promise<void>
}

/** How often a client is asked whether it is still there, in milliseconds. */
const HEARTBEAT = 12_000

/** How long a client may take to close its side, in milliseconds. */
const GRACE = 2_000

/** Carries the protocol over WebSockets. */
export function createSockets(protocol: Protocol, logger: Logger): Sockets {
  const server = new WebSocketServer({
    noServer: true,
    handleProtocols,
    maxPayload: LARGEST_MESSAGE,
    perMessageDeflate: false,
  })
  let open = true
  const upgrade = (request: IncomingMessage, stream: Duplex, head: Buffer) => {
    stream.on('error', () => stream.destroy())
    if (!open) return refuse(stream, '503 Service Unavailable')
    if (request.url?.split('?')[0] !== '/graphql') return refuse(stream, '404 Not Found')
    server.handleUpgrade(request, stream, head, (socket) => serve(socket, request, protocol, logger))
  }
  return {
    attach: (to) => {
      to.on('upgrade', upgrade)
    },
    close: async () => {
      open = false
      await Promise.all([...server.clients].map(dismiss))
    },
  }
}

function refuse(stream: Duplex, status: string): void {
  stream.end(`HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`, () => stream.destroy())
}

function serve(socket: WebSocket, request: IncomingMessage, protocol: Protocol, logger: Logger): void {
  const fail = (error: unknown) => {
    logger.error({ error }, 'socket failed')
    socket.close(CloseCode.InternalServerError, 'Internal server error')
  }
  const closed = protocol.opened(
    {
      protocol: socket.protocol,
      send: (data) => send(socket, data),
      close: (code, reason) => socket.close(code, reason),
      onMessage: (receive) => {
        socket.on('message', (data) => void receive(String(data)).catch(fail))
      },
    },
    {
      address: request.socket.remoteAddress ?? 'unknown',
      authorization: request.headers.authorization ?? null,
      close: (code, reason) => socket.close(code, reason),
      requestIds: new Map(),
    },
  )
  const heartbeat = keepAlive(socket)
  // What breaks a socket, such as too large a frame, also closes it.
  socket.on('error', (error) => logger.warn({ error }, 'socket broken'))
  socket.on('close', (code, reason) => {
    clearInterval(heartbeat)
    closed(code, String(reason)).catch(fail)
  })
}

function send(socket: WebSocket, data: string): Promise<void> {
  return new Promise((resolve) => {
    if (socket.readyState !== socket.OPEN) resolve()
    // A failure to send closes the socket, which ends whatever would send on.
    else socket.send(data, () => resolve())
  })
}

/** Ends the socket of a client that went away without saying so. */
function keepAlive(socket: WebSocket): NodeJS.Timeout {
  let answered = true
  socket.on('pong', () => {
    answered = true
  })
  return setInterval(() => {
    if (!answered) return socket.terminate()
    answered = false
    socket.ping()
  }, HEARTBEAT).unref()
}

function dismiss(socket: WebSocket): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => socket.terminate(), GRACE)
    socket.once('close', () => {
      clearTimeout(timer)
      resolve()
    })
    socket.close(1001, 'Going away')
  })
}
