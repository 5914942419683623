import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A website on this machine. */
export interface Site {
  /** `127.0.0.1:port`, as OUTBOUND_ALLOW names it. */
  host: string
  /** Address of a page; what it answers is said once. */
  page(answer: (response: ServerResponse, request: IncomingMessage) => void): string
  /** Address of a page of HTML. */
  html(html: string, type?: string): string
  /** How many requests came. */
  requests(): number
  close(): void
}

/** Opens a site. */
export async function openSite(): Promise<Site> {
  const pages: ((response: ServerResponse, request: IncomingMessage) => void)[] = []
  let requests = 0
  const server = createServer((request, response) => {
    requests += 1
    const answer = pages[Number(request.url?.slice(1))]
    if (answer) answer(response, request)
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
