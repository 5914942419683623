import { readdirSync, readFileSync, statSync } from 'node:fs'
import { get } from 'node:http'
import { join } from 'node:path'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createWorld, type World } from '../world.ts'
import { firstPageScripts } from './first-page.ts'

const FOLDER = join('dist', 'dashboard')

/** Maximum size of the scripts needed for the overview, in bytes after gzip. */
const FIRST_PAGE = 200 * 1024

let world: World
beforeAll(async () => {
  world = await createWorld({ workers: false })
})
afterAll(() => world.close())

/** Requests a path exactly as given. `fetch` would normalize it. */
function ask(
  path: string,
  headers: Record<string, string> = {},
): Promise<{ status: number; headers: Record<string, unknown>; body: Buffer }> {
  const { hostname, port } = new URL(world.url)
  return new Promise((resolve, reject) => {
    get({ hostname, port, path, headers }, async (response) => {
      const chunks: Buffer[] = []
      for await (const chunk of response) chunks.push(chunk)
      resolve({ status: response.statusCode ?? 0, headers: response.headers, body: Buffer.concat(chunks) })
    }).on('error', reject)
  })
}

const assets = () => readdirSync(join(FOLDER, 'assets'))

describe('the HTML document of the dashboard', () => {
  it.each(['/', '/sign-in', '/organizations/any/projects/any/overview?x=1'])(
    'at %s is not cached and allows only content from this origin',
    async (path) => {
      const { status, headers } = await ask(path)
      expect(status).toBe(200)
      expect(headers).toMatchObject({
        'content-type': 'text/html; charset=utf-8',
        'cache-control': 'no-store',
        'x-content-type-options': 'nosniff',
        'referrer-policy': 'no-referrer',
        'cross-origin-opener-policy': 'same-origin',
      })
      const policy = String(headers['content-security-policy'])
      for (const part of [
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "base-uri 'none'",
        "form-action 'none'",
        "frame-ancestors 'none'",
      ])
        expect(policy.split('; ')).toContain(part)
      expect(policy).not.toMatch(/unsafe|\*|data:|https?:/)
    },
  )

  it('has no inline scripts or styles', () => {
    const html = readFileSync(join(FOLDER, 'index.html'), 'utf8')
    expect(html.match(/<script(?![^>]*\ssrc="\/assets\/)|<style|\sstyle=|\son\w+=/g)).toBeNull()
  })
})

describe('its assets', () => {
  it('are cached forever, have the right type, and are compressed for browsers that support it', async () => {
    const types = {
      js: 'text/javascript; charset=utf-8',
      css: 'text/css; charset=utf-8',
      svg: 'image/svg+xml',
    }
    const readers = { br: brotliDecompressSync, gzip: gunzipSync, identity: (body: Buffer) => body }
    for (const [ending, type] of Object.entries(types)) {
      const name = assets().find((file) => file.endsWith(`.${ending}`)) ?? ''
      const content = readFileSync(join(FOLDER, 'assets', name))
      for (const [coding, read] of Object.entries(readers)) {
        const { status, headers, body } = await ask(`/assets/${name}`, { 'Accept-Encoding': coding })
        expect(status).toBe(200)
        expect(headers).toMatchObject({
          'content-type': type,
          'cache-control': 'public, max-age=31536000, immutable',
          'x-content-type-options': 'nosniff',
          vary: expect.stringContaining('Accept-Encoding'),
        })
        expect(headers['content-encoding'] ?? 'identity').toBe(coding)
        expect(read(body).equals(content), `${name} ${coding}`).toBe(true)
      }
    }
  })

  it.each([
    '/assets/../index.html',
    '/assets/..%2Findex.html',
    '/assets/%2e%2e/index.html',
    '/assets/..%5C..%5Cmain.js',
    '/assets/../../main.js',
    '/assets/',
    '/assets/none.js',
    '/assets/%00',
  ])('are limited to existing files: %s is not found', async (path) => {
    expect([400, 404]).toContain((await ask(path)).status)
  })

  it('for the first page contain at most 200 KB of compressed JavaScript', () => {
    const scripts = firstPageScripts(FOLDER)
    expect(scripts.map((name) => name.split('-')[0])).toEqual(
      expect.arrayContaining(['index', 'libraries', 'overview']),
    )
    const bytes = scripts.reduce((sum, name) => sum + statSync(join(FOLDER, 'assets', `${name}.gz`)).size, 0)
    expect(bytes).toBeLessThanOrEqual(FIRST_PAGE)
  })
})
