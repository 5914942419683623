import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { WireRequest, WireServer } from './conformance.ts'

/** A loopback server in place of a vendor. */
export interface LoopbackVendor {
  /** Its address, without a path. */
  url: string
  /** All requests it received. */
  requests: WireRequest[]
  /** Answers the next requests. */
  reply: WireServer
  /** Handles requests instead of `reply`, for what is no orderly response; null for none. */
  handle: ((response: ServerResponse) => void) | null
  close(): void
}

/** Starts a loopback server on a free port. */
export async function openLoopbackVendor(): Promise<LoopbackVendor> {
  const vendor: LoopbackVendor = {
    url: '',
    requests: [],
    reply: () => ({ status: 404, body: {} }),
    handle: null,
    close() {
      server.closeAllConnections()
      server.close()
    },
  }
  // Connections stay open while a test computes for long: a client would reuse one that is being closed.
  const server = createServer({ keepAliveTimeout: 0 }, async (request, response) => {
    let text = ''
    for await (const chunk of request) text += chunk
    const url = new URL(request.url ?? '/', 'http://vendor')
    const received: WireRequest = {
      method: request.method ?? '',
      path: url.pathname,
      query: url.searchParams,
      headers: request.headers as WireRequest['headers'],
      body: text === '' ? null : JSON.parse(text),
    }
    vendor.requests.push(received)
    if (vendor.handle) return vendor.handle(response)
    const { status = 200, headers = {}, body } = vendor.reply(received)
    const page = typeof body === 'string'
    response.writeHead(status, { 'content-type': page ? 'text/html' : 'application/json', ...headers })
    response.end(page ? body : JSON.stringify(body))
  })
  // A connection that is reused after some seconds of reading must not be closed at that moment.
  server.keepAliveTimeout = 60_000
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  vendor.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return vendor
}
