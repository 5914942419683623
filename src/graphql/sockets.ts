import type { IncomingMessage, Server } from 'node:http'
import type { Duplex } from 'node:stream'
import { CloseCode, handleProtocols } from 'graphql-ws'
import { type WebSocket, WebSocketServer } from 'ws'
import { LARGEST_MESSAGE } from './limits.ts'
import { type Services, Session } from './protocol.ts'

/** The sockets of one process. */
export interface Sockets {
  /** Takes upgrades on /graphql from this server and refuses all others. */
  attach(server: Server): void
  /** Closes every socket with 1001; resolves when they are closed. */
  close(): Promise<void>
}

/** How often clients are asked whether they are still there, in milliseconds. */
const HEARTBEAT = 12_000

/** How long a client may take to close its side, in milliseconds. */
const GRACE = 2_000

/** What may wait in a socket before its client counts as behind, and how little is left when it has caught up, in bytes. */
const FULL = 256_000
const DRAINED = 64_000

/** Carries the protocol over WebSockets. `originAllowed`: whether a page may use the session of who looks at it. */
export function createSockets(
  services: Services,
  originAllowed: (request: IncomingMessage) => boolean,
): Sockets {
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
    const credentials = {
      authorization: request.headers.authorization ?? null,
      // Browsers send cookies along with any page's sockets.
      cookie: originAllowed(request) ? (request.headers.cookie ?? null) : null,
      organization: new URL(request.url, 'http://host').searchParams.get('organization'),
    }
    const address = request.socket.remoteAddress ?? 'unknown'
    server.handleUpgrade(request, stream, head, (socket) => serve(socket, { credentials, address }, services))
  }
  const waiting = new WeakSet<WebSocket>()
  const heartbeat = setInterval(() => {
    for (const socket of server.clients) askWhetherThere(socket, waiting)
  }, HEARTBEAT).unref()
  return {
    attach: (to) => {
      to.on('upgrade', upgrade)
    },
    close: async () => {
      open = false
      clearInterval(heartbeat)
      await Promise.all([...server.clients].map(dismiss))
    },
  }
}

function refuse(stream: Duplex, status: string): void {
  stream.end(`HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`, () => stream.destroy())
}

function serve(
  socket: WebSocket,
  from: Pick<ConstructorParameters<typeof Session>[0], 'credentials' | 'address'>,
  services: Services,
): void {
  const { logger } = services.surroundings.services.deps
  const flushed = () => {
    if (socket.bufferedAmount <= DRAINED) session.drain()
  }
  const session = new Session(
    {
      ...from,
      send: (text) => {
        if (socket.readyState !== socket.OPEN) return
        // Told only of what may be waited for: a callback for every message would cost as much as the message.
        const waits = socket.bufferedAmount + text.length > DRAINED
        socket.send(text, waits ? flushed : undefined)
      },
      close: (code, reason) => socket.close(code, reason),
      full: () => socket.bufferedAmount > FULL,
    },
    services,
  )
  socket.on('message', (data) => {
    session.receive(String(data)).catch((error) => {
      logger.error({ error }, 'socket failed')
      socket.close(CloseCode.InternalServerError, 'Internal server error')
    })
  })
  // What breaks a socket, such as too large a frame, also closes it.
  socket.on('error', (error) => logger.warn({ error }, 'socket broken'))
  socket.on('close', () => session.closed())
}

/** Ends the socket of a client that went away without saying so. */
function askWhetherThere(socket: WebSocket, waiting: WeakSet<WebSocket>): void {
  if (waiting.has(socket)) {
    socket.terminate()
    return
  }
  waiting.add(socket)
  socket.once('pong', () => waiting.delete(socket))
  socket.ping()
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
