import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders, request, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ReusableBody } from './foundation/reusable-body.ts'
import { type Answer, sendAnswer } from './send-answer.ts'

const LARGE = JSON.stringify({ data: 'ä'.repeat(2_000) })
const SMALL = JSON.stringify({ data: 'small' })

let server: Server
let answer: Answer['body']
beforeAll(async () => {
  server = createServer((incoming, outgoing) => {
    void sendAnswer({ incoming, outgoing }, { status: 200, contentType: 'application/json', body: answer })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
})
afterAll(() => server.close())

interface Received {
  status: number
  headers: IncomingHttpHeaders
  body: Buffer
}

async function ask(
  body: Answer['body'],
  { method = 'GET', ...headers }: Record<string, string> = {},
): Promise<Received> {
  answer = body
  const { port } = server.address() as AddressInfo
  const sent = request({ port, host: '127.0.0.1', method, headers, agent: false }).end()
  const [response] = await once(sent, 'response')
  const chunks: Buffer[] = []
  for await (const chunk of response) chunks.push(chunk)
  return { status: response.statusCode, headers: response.headers, body: Buffer.concat(chunks) }
}

const decode: Record<string, (body: Buffer) => Buffer> = {
  br: brotliDecompressSync,
  gzip: gunzipSync,
  identity: (body) => body,
}

describe.each([
  ['text', () => LARGE],
  ['reusable body', () => new ReusableBody(LARGE)],
])('a large %s', (_, body) => {
  test.each([
    ['gzip, deflate, br, zstd', 'br'],
    ['br', 'br'],
    ['gzip', 'gzip'],
    ['gzip;q=1.0, br;q=0.5', 'gzip'],
    ['GZIP', 'gzip'],
    ['*', 'br'],
    ['br;q=0, *', 'gzip'],
    ['identity', 'identity'],
    ['br;q=0, gzip;q=0.0', 'identity'],
    ['identity, gzip;q=0.5', 'identity'],
    ['zstd', 'identity'],
    ['', 'identity'],
  ])('is sent to a client that says Accept-Encoding: %s as %s', async (accepted, coding) => {
    const { status, headers, body: bytes } = await ask(body(), { 'accept-encoding': accepted })
    expect(status).toBe(200)
    expect(headers['content-encoding'] ?? 'identity').toBe(coding)
    expect(headers.vary).toMatch(/\bAccept-Encoding$/)
    expect(Number(headers['content-length'])).toBe(bytes.length)
    expect(decode[coding]?.(bytes).toString()).toBe(LARGE)
  })
})

test('answers of at most 1,000 bytes are not compressed', async () => {
  for (const [length, coding] of [
    [1_000, undefined],
    [1_001, 'br'],
  ] as const) {
    const { headers } = await ask('x'.repeat(length), { 'accept-encoding': 'br' })
    expect(headers['content-encoding']).toBe(coding)
  }
  expect((await ask(SMALL, { 'accept-encoding': 'br' })).body.toString()).toBe(SMALL)
})

test('a reusable body is compressed once per coding', async () => {
  const body = new ReusableBody(LARGE)
  const [first, second] = await Promise.all([body.encoded('br'), body.encoded('br')])
  expect(second).toBe(first)
  expect(await body.encoded('br')).toBe(first)
  expect(await body.encoded('gzip')).not.toBe(first)
})

describe('a reusable body requested with GET', () => {
  const body = new ReusableBody(LARGE)

  test('has one weak entity tag for all codings and is not shared between callers', async () => {
    for (const coding of ['br', 'gzip', 'identity']) {
      const { headers } = await ask(body, { 'accept-encoding': coding })
      expect(headers).toMatchObject({
        etag: body.etag,
        'cache-control': 'private, no-cache',
        vary: 'Authorization, Cookie, X-Organization, Accept, Accept-Encoding',
      })
    }
    expect(body.etag).toMatch(/^W\/"[\w-]{22}"$/)
    expect(new ReusableBody(SMALL).etag).not.toBe(body.etag)
  })

  test.each([
    ['the tag', body.etag, 304],
    ['the tag without its mark of weakness', body.etag.slice(2), 304],
    ['several tags', `"other", ${body.etag}`, 304],
    ['any', '*', 304],
    ['another tag', '"other"', 200],
  ])('is answered to If-None-Match with %s: %s by %i', async (_, given, expected) => {
    const {
      status,
      headers,
      body: bytes,
    } = await ask(body, {
      'if-none-match': given,
      'cache-control': 'no-cache',
    })
    expect([status, headers.etag, bytes.length > 0]).toEqual([expected, body.etag, expected === 200])
    expect(headers.vary).toContain('Authorization')
  })
})

test('a plain text, and any response to POST, has no entity tag', async () => {
  for (const [body, method] of [
    [LARGE, 'GET'],
    [new ReusableBody(LARGE), 'POST'],
  ] as const) {
    const { status, headers } = await ask(body, { method, 'if-none-match': '*' })
    expect([status, headers.etag, headers.vary]).toEqual([200, undefined, 'Accept, Accept-Encoding'])
  }
})
