import { get } from 'node:http'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type GatewayOptions, openGateway } from '../../src/process/gateway.ts'
import { createWorld, type World } from '../world.ts'

const KEY = `svc_${'A'.repeat(52)}`

let world: World
beforeAll(async () => {
  world = await createWorld({ workers: false })
})
afterAll(() => world.close())

/**
 * Returns the strings in a gateway's pages that look like keys. The pages are megabytes long, too long to show in a
 * failed assertion.
 */
async function keysIn(
  options: Partial<GatewayOptions>,
  headers: Record<string, string> = {},
  paths = ['/graphql'],
): Promise<string[]> {
  const { url, close } = await openGateway({
    ...world.application,
    host: '127.0.0.1',
    port: 0,
    demo: () => ({ projectKey: KEY, projectId: 'project' }),
    ...options,
  })
  const origin = `http://127.0.0.1:${new URL(url).port}`
  const pages = await Promise.all(paths.map((path) => read(`${origin}${path}`, headers))).finally(close)
  return [...new Set(pages.join('\n').match(/svc_[0-9A-Z_]{8,}/g))]
}

/** Uses node:http, because `fetch` cannot set the Host header. */
function read(url: string, headers: Record<string, string>): Promise<string> {
  return new Promise((resolve, reject) => {
    get(url, { headers: { accept: 'text/html', ...headers } }, (response) => resolve(text(response))).on(
      'error',
      reject,
    )
  })
}

describe('the demo key', () => {
  it('is in GraphiQL on a loopback address and under PUBLIC_URL', async () => {
    expect(await keysIn({ development: true })).toEqual([KEY])
    const published = { development: true, publicUrl: 'https://demo.example', host: '0.0.0.0' }
    expect(await keysIn(published, { host: 'demo.example' })).toEqual([KEY])
  })

  it('is in no page outside development', async () => {
    const paths = ['/', '/graphql', '/docs', '/v1/openapi.json']
    expect(await keysIn({ development: false }, {}, paths)).not.toContain(KEY)
  })

  it('is not in the page if the gateway serves every Host', async () => {
    expect(await keysIn({ development: true, host: '0.0.0.0' })).toEqual(['svc_YOUR_KEY'])
  })

  it.each([
    ['x-forwarded-for', '192.0.2.1'],
    ['forwarded', 'for=192.0.2.1'],
  ])('is not in the page for a proxied request with %s', async (name, value) => {
    expect(await keysIn({ development: true }, { [name]: value })).toEqual(['svc_YOUR_KEY'])
  })

  it('is not in the response for another Host', async () => {
    expect(await keysIn({ development: true }, { host: 'elsewhere.example' })).toEqual([])
  })

  it('is not in the page before the demo is ready', async () => {
    expect(await keysIn({ development: true, demo: () => null })).toEqual(['svc_YOUR_KEY'])
  })
})
