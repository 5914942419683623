import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'
import { newId } from '../core/ids.ts'
import { hostAllowed, type Site } from '../core/origin.ts'

/** Asked by machines, which look for a process by its address; they tell nothing to anybody. */
const FOR_ANY_HOST = /^\/(healthz|readyz)(\?|$)/

/** Whether a request is meant for this installation. */
export function isForUs({ url = '', headers }: IncomingMessage, site: Site): boolean {
  return hostAllowed(headers.host, site) || FOR_ANY_HOST.test(url)
}

const BODY = JSON.stringify({
  error: {
    code: 'BAD_REQUEST',
    message: 'The header Host names another installation. Where users reach this one is told by PUBLIC_URL.',
  },
})

/** Answers 421 Misdirected Request (RFC 9110 §15.5.20). */
export function misdirect(response: ServerResponse): void {
  response.writeHead(421, {
    'Content-Type': 'application/json',
    'Content-Length': Buffer.byteLength(BODY),
    'X-Request-Id': newId(),
    Connection: 'close',
  })
  response.end(BODY)
}

/** The same to who asks for a socket. */
export function misdirectUpgrade(stream: Duplex): void {
  const head = `Connection: close\r\nContent-Type: application/json\r\nContent-Length: ${Buffer.byteLength(BODY)}`
  stream.on('error', () => stream.destroy())
  stream.end(`HTTP/1.1 421 Misdirected Request\r\n${head}\r\n\r\n${BODY}`, () => stream.destroy())
}
