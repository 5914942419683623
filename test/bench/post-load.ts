import { connect } from 'node:net'

/** The POST requests to send. */
export interface PostLoad {
  url: string
  headers: Record<string, string>
  /** The bodies, sent in rotation. */
  bodies: string[]
  seconds: number
}

/** The measurements for a PostLoad. */
export interface PostLoadResult {
  /** Responses per second. */
  rate: number
  /** Size of a response body in bytes. */
  size: number
}

/** Number of concurrent connections. */
const CONNECTIONS = 16

/**
 * Sends the bodies over kept-alive connections for some seconds. Writes to sockets directly, because Node's HTTP client
 * would be slower than a server with a cache.
 * @throws {Error} if a response is not 200
 */
export async function loadWithPosts({ url, headers, bodies, seconds }: PostLoad): Promise<PostLoadResult> {
  const requests = bodies.map((body) => requestOf(url, headers, body))
  const begun = performance.now()
  const until = begun + seconds * 1_000
  const counts = { answers: 0, bytes: 0 }
  const next = () => (performance.now() < until ? requests[counts.answers % requests.length] : undefined)
  await Promise.all(Array.from({ length: CONNECTIONS }, () => keepBusy(new URL(url), next, counts)))
  const { answers, bytes } = counts
  return { rate: (answers / (performance.now() - begun)) * 1_000, size: bytes / answers }
}

function requestOf(url: string, headers: Record<string, string>, body: string): Buffer {
  const { host, pathname } = new URL(url)
  const lines = Object.entries({
    host,
    ...headers,
    'content-type': 'application/json',
    'content-length': String(Buffer.byteLength(body)),
  }).map(([name, value]) => `${name}: ${value}`)
  return Buffer.from(`POST ${pathname} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n${body}`)
}

function keepBusy(
  { hostname, port }: URL,
  next: () => Buffer | undefined,
  counts: { answers: number; bytes: number },
): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket = connect({ host: hostname, port: Number(port), noDelay: true })
    const send = () => {
      const request = next()
      if (request) return void socket.write(request)
      socket.destroy()
      resolve()
    }
    let head: Buffer | null = Buffer.alloc(0)
    // The number of remaining bytes, or the last bytes of a chunked body to detect its end.
    let left = 0
    let tail: string | null = null
    socket.on('connect', send)
    socket.on('error', reject)
    socket.on('close', () => reject(new Error('the server closed a connection')))
    socket.on('data', (chunk) => {
      let body: Buffer = chunk
      if (head) {
        head = head.length > 0 ? Buffer.concat([head, chunk]) : chunk
        const end = head.indexOf('\r\n\r\n')
        if (end < 0) return
        const text = head.toString('latin1', 0, end)
        if (!text.startsWith('HTTP/1.1 200')) return void socket.destroy(new Error(head.toString()))
        const length = /content-length: (\d+)/i.exec(text)?.[1]
        left = Number(length)
        tail = length === undefined ? '' : null
        body = head.subarray(end + 4)
        head = null
      }
      counts.bytes += body.length
      left -= body.length
      if (tail !== null) tail = (tail + body.toString('latin1', Math.max(0, body.length - 5))).slice(-5)
      if (tail === null ? left > 0 : tail !== '0\r\n\r\n') return
      counts.answers += 1
      head = Buffer.alloc(0)
      send()
    })
  })
}
