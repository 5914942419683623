import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A request to the receiver. */
export interface Call {
  headers: IncomingHttpHeaders
  path: string
  body: string
}

/** A webhook endpoint on the loopback address, to be listed in OUTBOUND_ALLOW. */
export interface Receiver {
  url: string
  /** `host:port` of the receiver. */
  address: string
  /** All calls so far, in order. */
  calls: Call[]
  /** Takes the oldest call that was not taken yet, or waits for one. */
  next(): Promise<Call>
  /** The response to further calls; null closes the connection without a response. */
  answer: { status: number; headers?: Record<string, string> } | null
  close(): Promise<void>
}

/** Opens a receiver that answers 204. */
export async function openReceiver(): Promise<Receiver> {
  const calls: Call[] = []
  const taken: Call[] = []
  const waiting: ((call: Call) => void)[] = []
  const server = createServer((request, response) => {
    let body = ''
    request.setEncoding('utf8').on('data', (text) => {
      body += text
    })
    request.on('end', () => {
      const call = { headers: request.headers, path: request.url ?? '', body }
      calls.push(call)
      if (receiver.answer) response.writeHead(receiver.answer.status, receiver.answer.headers).end('thanks')
      else request.socket.destroy()
      const take = waiting.shift()
      if (take) take(call)
      else taken.push(call)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = `127.0.0.1:${(server.address() as AddressInfo).port}`
  const receiver: Receiver = {
    url: `http://${address}/hook`,
    address,
    calls,
    answer: { status: 204 },
    next() {
      const first = taken.shift()
      return first ? Promise.resolve(first) : new Promise((resolve) => waiting.push(resolve))
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
  return receiver
}
