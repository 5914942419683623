import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A website on the loopback address, to be listed in OUTBOUND_ALLOW. */
export interface Site {
  /** `127.0.0.1:port`, as in OUTBOUND_ALLOW. */
  host: string
  /** Adds a page and returns its URL. */
  page(answer: (response: ServerResponse, request: IncomingMessage) => void): string
  /** Adds an HTML page and returns its URL. */
  html(html: string, type?: string): string
  /** Number of requests so far. */
  requests(): number
  close(): void
}

/** Opens a site without pages, and by default without a robots.txt. */
export async function openSite({ robots }: { robots?: string } = {}): Promise<Site> {
  const pages: ((response: ServerResponse, request: IncomingMessage) => void)[] = []
  let requests = 0
  const server = createServer((request, response) => {
    requests += 1
    const answer = pages[Number(request.url?.slice(1))]
    if (answer) answer(response, request)
    else if (robots !== undefined && request.url === '/robots.txt') response.end(robots)
    else response.writeHead(404, { 'content-type': 'text/html' }).end('<title>Gone</title>')
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`
  const page: Site['page'] = (answer) => `http://${host}/${pages.push(answer) - 1}`
  return {
    host,
    page,
    html: (html, type = 'text/html; charset=utf-8') =>
      page((response) => response.writeHead(200, { 'content-type': type }).end(html)),
    requests: () => requests,
    close: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}
