import { request } from 'node:http'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openGateway } from '../../src/process/gateway.ts'
import { createWorld, type World } from '../world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld({ workers: false })
})
afterAll(() => world?.close())

const get = (path: string, init?: RequestInit) =>
  fetch(`${world.url}${path}`, { redirect: 'manual', ...init })

const PATHS = ['/docs', '/docs/api', '/docs/rest', '/docs/search.json', '/docs/schema.graphql']

describe.each(PATHS)('%s', (path) => {
  it('is not sent again to browsers that have cached it', async () => {
    const first = await get(path)
    await first.arrayBuffer()
    const again = await get(path, { headers: { 'If-None-Match': first.headers.get('etag') ?? '' } })
    expect([first.status, again.status]).toEqual([200, 304])
    expect(await again.text()).toBe('')
    expect((await get(path, { headers: { 'If-None-Match': '"other"' } })).status).toBe(200)
  })

  it('answers HEAD requests without a body, and does not count toward the rate limit', async () => {
    const states = []
    for (const method of ['HEAD', 'GET']) {
      const response = await get(path, { method })
      if (method === 'HEAD') expect(await response.text()).toBe('')
      else await response.arrayBuffer()
      states.push([response.status, response.headers.get('x-ratelimit-remaining')])
    }
    expect(states[0]?.[0]).toBe(200)
    expect(states[1]).toEqual(states[0])
  })

  it('is refused under a host name other than the configured one', async () => {
    const gateway = await openGateway({
      ...world.application,
      publicUrl: 'https://brands.example.com',
      host: '127.0.0.1',
      port: 0,
    })
    const statusFor = (host: string) =>
      new Promise<number | undefined>((resolve, reject) => {
        const sent = request(`${gateway.url}${path}`, { headers: { host } }, (response) => {
          response.resume()
          resolve(response.statusCode)
        })
        sent.on('error', reject).end()
      })
    expect([await statusFor('brands.example.com'), await statusFor('evil.example')]).toEqual([200, 421])
    await gateway.close()
  })
})

describe('a path without a page', () => {
  it('returns an HTML page with status 404 under /docs, and the error envelope elsewhere', async () => {
    for (const path of [
      '/docs/nowhere',
      '/docs/rest/nowhere',
      '/docs/assets/..%2f..%2fmain.js',
      '/docs/nowhere/',
    ]) {
      const response = await get(path)
      expect(response.status).toBe(404)
      expect(await response.text()).toContain('<h1>Page not found</h1>')
    }
    const elsewhere = await get('/nowhere')
    expect(elsewhere.status).toBe(404)
    expect(await elsewhere.json()).toMatchObject({ error: { code: 'NOT_FOUND' } })
  })

  it('redirects to the path without a trailing slash', async () => {
    const response = await get('/docs/metrics/')
    expect([response.status, response.headers.get('location')]).toEqual([301, '/docs/metrics'])
  })
})

it('files that pages load can be cached forever, because their names contain a hash of their content', async () => {
  const [, path = ''] =
    (await (await get('/docs')).text()).match(/href="(\/docs\/assets\/documentation-[^"]+\.css)"/) ?? []
  const response = await get(path)
  await response.arrayBuffer()
  expect(response.headers.get('cache-control')).toContain('immutable')
})

it('images in the guides are served locally with their type, have at most 150 KB, and have a description', async () => {
  const guides = await Promise.all(
    ['/docs/readme', '/docs/dashboard'].map(async (path) => (await get(path)).text()),
  )
  const pictures = guides.flatMap((html) => [...html.matchAll(/<img src="([^"]+\.webp)" alt="([^"]*)"/g)])
  expect(pictures).toHaveLength(2)
  for (const [, path = '', text = ''] of pictures) {
    expect(text.length).toBeGreaterThan(40)
    const { status, headers, body } = await picture(path)
    expect(status).toBe(200)
    expect(headers).toMatchObject({
      'content-type': 'image/webp',
      'cache-control': 'public, max-age=31536000, immutable',
      etag: expect.stringMatching(/^"[\w-]+"$/),
    })
    // The header of a WebP file.
    expect([body.toString('latin1', 0, 4), body.toString('latin1', 8, 12)]).toEqual(['RIFF', 'WEBP'])
    expect(body.length).toBeLessThanOrEqual(150 * 1024)
  }
})

async function picture(path: string) {
  const response = await get(path)
  const body = Buffer.from(await response.arrayBuffer())
  return { status: response.status, headers: Object.fromEntries(response.headers), body }
}

it('the overview links to GraphiQL if the server serves it', async () => {
  const development = await openGateway({
    ...world.application,
    host: '127.0.0.1',
    port: 0,
    development: true,
  })
  const pages = [await get('/docs'), await fetch(`${development.url}/docs`)]
  const links = await Promise.all(pages.map(async (page) => (await page.text()).includes('href="/graphql"')))
  expect(links).toEqual([false, true])
  await development.close()
})
