import { Hono } from 'hono'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { OPEN_GATE, type ServedApp, serveApp } from '../../../test/serve-app.ts'
import type { AppCtx, AppServices } from '../../core/context.ts'
import type { HttpEnv } from '../../http/environment.ts'
import { jsonBody } from './body.ts'

const JSON_TYPE = { 'Content-Type': 'application/json' }
const LIMIT = 1_048_576

const echo = new Hono<HttpEnv>()
echo.use(async (context, next) => {
  const actor = {
    type: 'key',
    keyId: 'k',
    organizationId: 'o',
    projectId: null,
    scopes: ['read', 'run', 'write'],
  }
  context.set('ctx', { actor } as unknown as AppCtx)
  await next()
})
echo.post('/echo', async (context) =>
  context.json({ data: JSON.stringify(await jsonBody(context, 'analysis:start')) }),
)
echo.post('/project', async (context) =>
  context.json({ data: JSON.stringify(await jsonBody(context, 'project:read')) }),
)

let app: ServedApp
beforeAll(async () => {
  const log = () => {}
  const services = { deps: { logger: { info: log, warn: log, error: log } } } as unknown as AppServices
  app = await serveApp({ services, gate: OPEN_GATE, mount: (app) => app.route('/', echo) })
})
afterAll(() => app.close())

const post = (body: RequestInit['body'], headers: Record<string, string> = JSON_TYPE) =>
  app.request('/echo', {
    method: 'POST',
    body: body ?? null,
    headers,
    ...(body instanceof ReadableStream && { duplex: 'half' }),
  })

/** A chunked body without Content-Length. */
const streamOf = (bytes: number) =>
  new ReadableStream<Uint8Array>({
    start(controller) {
      for (let sent = 0; sent < bytes; sent += 65_536) {
        controller.enqueue(new Uint8Array(Math.min(65_536, bytes - sent)).fill(0x20))
      }
      controller.close()
    },
  })

describe('the body of a request', () => {
  it.each([
    'application/json',
    'Application/JSON',
    'application/json; charset=utf-8',
    'application/json;charset="UTF-8"',
  ])('is accepted as %s', async (type) => {
    expect((await post('{"a":1}', { 'Content-Type': type })).status).toBe(200)
  })

  it.each([
    'text/plain',
    'application/x-www-form-urlencoded',
    'application/jsonp',
    'application/json; charset=latin1',
    'text/json, application/json',
    '',
  ])('is refused as %j', async (type) => {
    const response = await post('{"a":1}', { 'Content-Type': type })
    expect(response.status).toBe(400)
    expect(await response.json()).toEqual({
      error: { code: 'BAD_REQUEST', message: expect.stringContaining('application/json') },
    })
  })

  it.each([
    ['nothing', ''],
    ['half an object', '{"a":'],
    ['two documents', '{}{}'],
    ['bytes that are no UTF-8', new Uint8Array([0x22, 0xff, 0x22])],
  ])('is refused when it contains %s', async (_, body) => {
    const response = await post(body)
    expect(response.status).toBe(400)
    expect(await response.json()).toMatchObject({ error: { code: 'BAD_REQUEST' } })
  })

  it('can have up to 1 MiB, with or without Content-Length', async () => {
    const exact = `"${'x'.repeat(LIMIT - 2)}"`
    expect((await post(exact)).status).toBe(200)
    expect((await post(`${exact} `)).status).toBe(413)
    const refused = await post(streamOf(LIMIT + 1))
    expect(refused.status).toBe(413)
    expect(await refused.json()).toMatchObject({ error: { message: expect.stringContaining('1 MiB') } })
    // White space of exactly the maximum size is accepted, but is not valid JSON.
    const read = await post(streamOf(LIMIT))
    expect(await read.json()).toMatchObject({ error: { message: expect.stringContaining('not valid JSON') } })
  })

  it('is not read if the key has the wrong scope', async () => {
    const response = await app.request('/project', { method: 'POST', body: '{', headers: JSON_TYPE })
    expect(response.status).toBe(403)
    expect(await response.json()).toMatchObject({ error: { code: 'PROJECT_SCOPED_KEY_REQUIRED' } })
  })
})
