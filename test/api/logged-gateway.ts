import { connect } from 'node:net'
import type { AppServices } from '../../src/core/context.ts'
import { openGateway } from '../../src/process/gateway.ts'
import { createWorld, type World } from '../world.ts'

/** A gateway with an access log that the test can read. */
export interface LoggedGateway {
  url: string
  /** The world that provides the database and the keys of the gateway. */
  world: World
  /** Lines of the access log so far. */
  lines: Record<string, unknown>[]
  /** An organization key of the world. */
  key: { id: string; key: string }
  /** Returns the Authorization header with the key. */
  authorized(): { authorization: string }
  /** Sends bytes on a new connection and returns everything received until the server closes it. */
  exchange(bytes: string, options?: { halfClose?: boolean }): Promise<string>
  close(): Promise<void>
}

/**
 * Opens a second gateway on a new world without workers, with a limit of 1,000 requests per minute.
 * @param timeouts milliseconds in which clients must send their requests; without them, the limits of the product
 */
export async function openLoggedGateway({
  timeouts,
}: {
  timeouts?: { headers: number; request: number; check: number }
} = {}): Promise<LoggedGateway> {
  const world = await createWorld({ workers: false, environment: { RATE_LIMIT_PER_MINUTE: '1000' } })
  const { id } = await world.organization()
  const key = await world.organizationKey(id)
  const { application } = world
  const lines: Record<string, unknown>[] = []
  const info = (fields: object, message: string) => {
    if (message === 'request') lines.push(fields as Record<string, unknown>)
  }
  const logger = { info, warn() {}, error() {} }
  const services: AppServices = { ...application.services, deps: { ...application.services.deps, logger } }
  const { url, close } = await openGateway({
    ...application,
    services,
    host: '127.0.0.1',
    port: 0,
    development: true,
    ...(timeouts && { timeouts }),
  })
  return {
    url,
    world,
    lines,
    key,
    authorized: () => ({ authorization: `Bearer ${key.key}` }),
    exchange: (bytes, { halfClose = false } = {}) =>
      new Promise((resolve, reject) => {
        const socket = connect({ port: Number(new URL(url).port), host: '127.0.0.1', allowHalfOpen: true })
        socket.on('connect', () => (halfClose ? socket.end(bytes) : socket.write(bytes)))
        let received = ''
        socket.on('data', (chunk) => {
          received += chunk
        })
        socket.on('end', () => {
          socket.destroy()
          resolve(received)
        })
        socket.on('error', reject)
      }),
    async close() {
      await close()
      await world.close()
    },
  }
}

/** Parses a raw response into status, headers and body. */
export function parseResponse(answer: string) {
  const [head = '', body = ''] = answer.split('\r\n\r\n')
  const [first = '', ...fields] = head.split('\r\n')
  const headers = new Headers(
    fields.map((field) => [field.slice(0, field.indexOf(':')), field.slice(field.indexOf(':') + 1).trim()]),
  )
  return { status: Number(first.split(' ')[1]), headers, body }
}
