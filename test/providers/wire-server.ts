import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { WireRequest, WireServer } from './conformance.ts'

/** A loopback server that plays the vendor. */
export interface LoopbackVendor {
  /** Base URL without a path. */
  url: string
  /** All received requests. */
  requests: WireRequest[]
  /** Returns the reply to the next requests. */
  reply: WireServer
  /** Handles requests instead of `reply`, for broken responses; null to use `reply`. */
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
  // Disable the keep-alive timeout: while a test computes for long, the client would reuse a connection that is being
  // closed.
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
  // Connections must not be closed while a client that was busy parsing for some seconds reuses them.
  server.keepAliveTimeout = 60_000
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  vendor.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return vendor
}
