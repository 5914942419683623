import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openGateway } from '../../src/process/gateway.ts'
import { eventually } from '../eventually.ts'
import { type LoggedGateway, openLoggedGateway, parseResponse } from './logged-gateway.ts'

let gateway: LoggedGateway
beforeAll(async () => {
  gateway = await openLoggedGateway()
})
afterAll(() => gateway?.close())

describe('the access log', () => {
  it('has one line per request, without the query string and body', async () => {
    const response = await fetch(`${gateway.url}/v1/analysis/trends?limit=secret-in-query`, {
      headers: { ...gateway.authorized(), 'x-request-id': 'logged-1' },
    })
    await response.arrayBuffer()
    // The line is written after the response was sent.
    await eventually(() =>
      expect(gateway.lines.filter(({ requestId }) => requestId === 'logged-1')).toHaveLength(1),
    )
    expect(gateway.lines.find(({ requestId }) => requestId === 'logged-1')).toEqual({
      requestId: 'logged-1',
      method: 'GET',
      path: '/v1/analysis/trends',
      status: response.status,
      milliseconds: expect.any(Number),
      bytes: expect.any(Number),
      address: '127.0.0.1',
      actor: `key:${gateway.key.id}`,
    })
    expect(JSON.stringify(gateway.lines)).not.toContain('secret')
    expect(JSON.stringify(gateway.lines)).not.toContain(gateway.key.key)
  })

  it('has a line for a dashboard page but none for the files that it loads', async () => {
    const load = async (path: string) => (await fetch(gateway.url + path)).text()
    const files = (await load('/sign-in?opened')).match(/\/assets\/[^"]+/g) ?? []
    expect(files.length).toBeGreaterThan(1)
    for (const file of files) await load(file)
    await load('/sign-in')
    await eventually(() => expect(gateway.lines.filter(({ path }) => path === '/sign-in')).toHaveLength(2))
    expect(gateway.lines.filter(({ path }) => String(path).startsWith('/assets/'))).toEqual([])
  })

  it('has a line for input that is not HTTP', async () => {
    const { headers } = parseResponse(await gateway.exchange('nonsense\r\n\r\n'))
    const requestId = headers.get('x-request-id')
    await eventually(() =>
      expect(gateway.lines.find((line) => line.requestId === requestId)).toMatchObject({ status: 400 }),
    )
  })
})

describe('X-Forwarded-For', () => {
  const FORWARDED = { 'x-forwarded-for': '203.0.113.9, 198.51.100.7, 10.1.2.3' }

  /** Returns the client address of a request, as in the access log. */
  async function addressOf(trustedProxies: string[]): Promise<unknown> {
    const logged: Record<string, unknown>[] = []
    const { application } = gateway.world
    const logger = { info: (fields: object) => void logged.push({ ...fields }), warn() {}, error() {} }
    const { services } = application
    const opened = await openGateway({
      ...application,
      services: { ...services, deps: { ...services.deps, logger } },
      trustedProxies,
      host: '127.0.0.1',
      port: 0,
    })
    await (await fetch(`${opened.url}/v1/project`, { headers: FORWARDED })).arrayBuffer()
    await opened.close()
    return logged[0]?.address
  }

  it('gives the last address that is not a trusted proxy, if the peer is a trusted proxy', async () => {
    expect(await addressOf(['127.0.0.0/8', '10.0.0.0/8'])).toBe('198.51.100.7')
  })

  it('is ignored if the peer is not a trusted proxy', async () => {
    expect(await addressOf([])).toBe('127.0.0.1')
    expect(await addressOf(['10.0.0.0/8'])).toBe('127.0.0.1')
  })
})
