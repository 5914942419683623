import { connect, type Socket } from 'node:net'

/** Milliseconds until a request counts as failed. */
const REQUEST_TIMEOUT = 10_000

/** Milliseconds after which an idle connection is replaced. The server closes idle connections after five seconds. */
const IDLE_TIME = 3_000

/** The status of a response; 0 if the connection ended before the end of the response. */
export type Done = (status: number) => void

/**
 * A kept-alive connection that sends one request at a time. It writes to a socket directly, because Node's HTTP client takes more
 * CPU time per request than a server that refuses requests.
 */
export class HttpConnection {
  readonly #port: number
  #socket: Socket | null = null
  #done: Done | null = null
  #timer: NodeJS.Timeout | undefined
  #usedAt = performance.now()
  #head: Buffer | null = Buffer.alloc(0)
  #status = 0
  /** Remaining bytes of the body; for a chunked body, its last bytes. */
  #left = 0
  #tail: string | null = null

  constructor(url: string) {
    this.#port = Number(new URL(url).port)
  }

  /** Sends a request. The previous one must have ended. */
  send(request: Buffer, done: Done): void {
    this.#done = done
    this.#head = Buffer.alloc(0)
    this.#timer = setTimeout(() => this.close(), REQUEST_TIMEOUT)
    if (performance.now() - this.#usedAt > IDLE_TIME) this.#reconnect()
    this.#usedAt = performance.now()
    this.#socket ??= this.#connect()
    this.#socket.write(request)
  }

  close(): void {
    this.#socket?.destroy()
  }

  #reconnect(): void {
    this.#socket?.removeAllListeners('close').destroy()
    this.#socket = null
  }

  #connect(): Socket {
    const socket = connect({ host: '127.0.0.1', port: this.#port, noDelay: true })
    socket.on('data', (chunk) => this.#receive(chunk))
    socket.on('error', () => {})
    socket.on('close', () => {
      this.#socket = null
      this.#end(0)
    })
    return socket
  }

  #receive(chunk: Buffer): void {
    let body = chunk
    if (this.#head) {
      this.#head = this.#head.length > 0 ? Buffer.concat([this.#head, chunk]) : chunk
      const end = this.#head.indexOf('\r\n\r\n')
      if (end < 0) return
      const text = this.#head.toString('latin1', 0, end)
      this.#status = Number(text.slice(9, 12))
      const length = /content-length: (\d+)/i.exec(text)?.[1]
      this.#left = Number(length)
      this.#tail = length === undefined ? '' : null
      body = this.#head.subarray(end + 4)
      this.#head = null
    }
    this.#left -= body.length
    if (this.#tail !== null)
      this.#tail = (this.#tail + body.toString('latin1', Math.max(0, body.length - 5))).slice(-5)
    if (this.#tail === null ? this.#left <= 0 : this.#tail === '0\r\n\r\n') this.#end(this.#status)
  }

  #end(status: number): void {
    clearTimeout(this.#timer)
    const done = this.#done
    this.#done = null
    done?.(status)
  }
}

/** Returns the bytes of a request with a key. */
export function requestBytes(
  url: string,
  { key, method = 'GET', path, body = '', headers = {} }: PlannedRequest & { key: string },
): Buffer {
  const lines = Object.entries({
    host: new URL(url).host,
    authorization: `Bearer ${key}`,
    ...(body && { 'content-type': 'application/json' }),
    ...(method !== 'GET' && { 'content-length': String(Buffer.byteLength(body)) }),
    ...headers,
  }).map(([name, value]) => `${name}: ${value}`)
  return Buffer.from(`${method} ${path} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n${body}`)
}

/** A request of the load, without its key. */
export interface PlannedRequest {
  priority: 'interactive' | 'bulk'
  method?: 'GET' | 'POST'
  path: string
  body?: string
  headers?: Record<string, string>
}
