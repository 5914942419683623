import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A call as the owner of a webhook sees it. */
export interface Call {
  headers: IncomingHttpHeaders
  body: string
}

/** Somebody's endpoint on this machine, to be listed in OUTBOUND_ALLOW. */
export interface Receiver {
  url: string
  /** Its `host:port`. */
  address: string
  /** All there were, in order. */
  calls: Call[]
  /** The first that nobody has taken yet; waits for one. */
  next(): Promise<Call>
  /** How it answers from now on; null: it hangs up. */
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
      const call = { headers: request.headers, body }
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
