import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import { CloseCode, handleProtocols, type WebSocket as ProtocolSocket } from 'graphql-ws'
import { WebSocketServer as SocketServer, type WebSocket } from 'ws'
import type { Logger } from '../../core/foundation/context.ts'
import type { UpgradeHandler } from '../../http/server.ts'
import { MAX_MESSAGE_BYTES } from '../documents/limits.ts'
import { atRandomTime } from '../foundation/random-time.ts'
import { type Connection, createProtocol, type WebSocketDependencies } from './protocol.ts'

export interface WebSocketServer {
  /** Handles the upgrade request of a WebSocket. */
  upgrade: UpgradeHandler
  /** Closes all WebSockets with code 1012, each at a random time within `milliseconds`, so that clients do not return all at once. */
  drain(milliseconds: number): void
  /** Closes all WebSockets with code 1012; resolves when all are closed. */
  close(): Promise<void>
}

/** Interval of pings in milliseconds. Clients that have not answered by the next ping are disconnected. */
const PING_INTERVAL = 12_000

/** Number of turns per interval. Each socket is pinged in one of them, so that thousands of pings do not delay events. */
const PING_TURNS = 60

/** Close code that tells clients to connect again, which leads them to another process. */
const SERVICE_RESTART = 1012

/** Time in milliseconds that a client has to answer the close frame. */
const CLOSE_TIMEOUT = 2_000

/**
 * A client is full if more than FULL bytes are waiting to be sent. It has caught up once at most DRAINED bytes are
 * waiting.
 */
const FULL = 256_000
const DRAINED = 64_000

type Caller = Pick<Connection, 'credentials' | 'address'>

/** An open WebSocket, as graphql-ws and the operations see it. There may be thousands, so it has methods, not closures. */
class SocketConnection implements Connection, ProtocolSocket {
  credentials: Connection['credentials']
  readonly address: string
  lease: Connection['lease'] = null
  readonly operations: Connection['operations'] = new Set()
  readonly #socket: WebSocket
  readonly #stream: Duplex
  readonly #logger: Logger
  /** This socket is pinged in this turn. */
  readonly #pingTurn = Math.floor(Math.random() * PING_TURNS)
  #awaitsPong = false

  /** @param stream the connection that `socket` uses */
  constructor(socket: WebSocket, stream: Duplex, { credentials, address }: Caller, logger: Logger) {
    this.#socket = socket
    this.#stream = stream
    this.#logger = logger
    this.credentials = credentials
    this.address = address
    socket.on('pong', () => {
      this.#awaitsPong = false
    })
  }

  /** In its turn, terminates the socket if its client has not answered the last ping; otherwise sends a ping. */
  ping(turn: number): void {
    if (turn !== this.#pingTurn) return
    if (this.#awaitsPong) this.#socket.terminate()
    else {
      this.#awaitsPong = true
      this.#socket.ping()
    }
  }

  /** Closes the socket with code 1012 (RFC 6455 §7.4.2, registry of IANA). Resolves when it is closed. */
  async disconnect(): Promise<void> {
    const socket = this.#socket
    const timer = setTimeout(() => socket.terminate(), CLOSE_TIMEOUT)
    await new Promise((resolve) => {
      socket.once('close', resolve)
      socket.close(SERVICE_RESTART, 'Service restart')
    })
    clearTimeout(timer)
  }

  get protocol(): string {
    return this.#socket.protocol
  }

  onMessage(receive: (text: string) => Promise<void>): void {
    this.#socket.on('message', (data) => {
      receive(String(data)).catch((error) => {
        // The client sent a message that only servers may send.
        if (/^Unexpected message/.test(error.message)) return this.close(CloseCode.BadRequest, error.message)
        this.#logger.error({ error }, 'socket failed')
        this.close(CloseCode.InternalServerError, 'Internal server error')
      })
    })
  }

  send(text: string): void {
    if (this.isOpen()) this.#socket.send(text)
  }

  sendFrame(frame: Buffer): void {
    if (!this.isOpen()) return
    // Only use a callback if data is waiting: a callback per message would double the CPU time of sending.
    const isWaiting = this.#stream.writableLength + frame.length > DRAINED
    this.#stream.write(frame, isWaiting ? () => this.#flushed() : undefined)
  }

  close(code: number, reason: string): void {
    this.#socket.close(code, reason)
  }

  isOpen(): boolean {
    return this.#socket.readyState === this.#socket.OPEN
  }

  isFull(): boolean {
    return this.#stream.writableLength > FULL
  }

  #flushed(): void {
    if (this.#stream.writableLength <= DRAINED) for (const operation of this.operations) operation.drain()
  }
}

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
    clientTracking: false,
    handleProtocols,
    maxPayload: MAX_MESSAGE_BYTES,
    perMessageDeflate: false,
    // Delivers one message per turn of the event loop, so that graphql-ws has removed a completed operation before
    // the client can reuse its id.
    allowSynchronousEvents: false,
  })
  const open = new Set<SocketConnection>()
  const onError = (error: Error) => logger.warn({ error }, 'socket broken')
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
      socket.on('error', onError)
      accept(socket, stream, from)
    })
  }

  function accept(socket: WebSocket, stream: Duplex, from: Caller): void {
    const connection = new SocketConnection(socket, stream, from, logger)
    open.add(connection)
    const closed = protocol.opened(connection, connection)
    socket.on('close', (code, reason) => {
      open.delete(connection)
      void closed(code, String(reason))
    })
  }

  let turn = 0
  const pings = setInterval(() => {
    turn = (turn + 1) % PING_TURNS
    for (const connection of open) connection.ping(turn)
  }, PING_INTERVAL / PING_TURNS).unref()
  return {
    upgrade,
    drain(milliseconds) {
      for (const connection of open) atRandomTime(milliseconds, () => void connection.disconnect())
    },
    close: async () => {
      accepting = false
      clearInterval(pings)
      await Promise.all([...open].map((connection) => connection.disconnect()))
    },
  }
}

function refuse(stream: Duplex): void {
  const head = 'HTTP/1.1 503 Service Unavailable\r\nConnection: close\r\nContent-Length: 0\r\n\r\n'
  stream.end(head, () => stream.destroy())
}
