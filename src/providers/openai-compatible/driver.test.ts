import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { ProviderError } from '../../core/provider-port/driver.ts'
import { sampleQuestion } from '../sample-providers.ts'
import { createAsk } from './ask.ts'
import { parseAnswer } from './parse.ts'

type Reply = (request: IncomingMessage, response: ServerResponse) => void
let reply: Reply
let seen: { url: string; authorization: string | undefined; body: unknown }[] = []
let baseUrl = ''

const server = createServer(async (request, response) => {
  let text = ''
  for await (const chunk of request) text += chunk
  seen.push({
    url: request.url ?? '',
    authorization: request.headers.authorization,
    body: JSON.parse(text),
  })
  reply(request, response)
})

beforeAll(async () => {
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`
})
afterAll(() => {
  server.closeAllConnections()
  server.close()
})
beforeEach(() => {
  seen = []
})

function answering(status: number, body: unknown, headers: Record<string, string> = {}): Reply {
  return (_, response) => {
    response.writeHead(status, { 'content-type': 'application/json', ...headers })
    response.end(typeof body === 'string' ? body : JSON.stringify(body))
  }
}

function completion(message: Record<string, unknown>, more: Record<string, unknown> = {}) {
  return {
    id: 'chatcmpl-1',
    object: 'chat.completion',
    model: 'llama3.2:latest',
    choices: [{ index: 0, message: { role: 'assistant', ...message }, finish_reason: 'stop', ...more }],
    usage: { prompt_tokens: 3, completion_tokens: 2, total_tokens: 5 },
    system_fingerprint: 'unheard of',
  }
}

const question = sampleQuestion()

interface Settings {
  baseUrl?: string
  apiKey?: string
  locationHint?: boolean
  timeout?: number
  maximumBody?: number
}

function driverWith(settings: Settings = {}) {
  const { apiKey = null, locationHint = true, timeout = 120_000, maximumBody = 5_000_000 } = settings
  const ask = createAsk(
    {
      baseUrl: settings.baseUrl ?? baseUrl,
      model: 'llama3.2',
      options: { locationHint },
      credentials: { apiKey },
    },
    { timeout, maximumBody },
  )
  return { ask, read: parseAnswer }
}

async function answerOf(settings: Settings = {}) {
  const driver = driverWith(settings)
  return driver.read(await driver.ask(question))
}

test('an answer has model and usage, and the prompt ends with a sentence about the location', async () => {
  reply = answering(200, completion({ content: '<think>hm</think>\n\n**Pipewell** is good.' }))
  expect(await answerOf({ apiKey: 'sk-1' })).toEqual({
    status: 'ok',
    surface: 'api',
    locationApplied: 'prompt_hint',
    model: { requested: 'llama3.2', reported: 'llama3.2:latest' },
    text: '**Pipewell** is good.',
    citations: [],
    searchQueries: [],
    searched: false,
    usage: { inputTokens: 3, outputTokens: 2, searches: null },
    costUsd: null,
    partial: false,
    unrecognized: [],
  })
  expect(seen).toEqual([
    {
      url: '/v1/chat/completions',
      authorization: 'Bearer sk-1',
      body: {
        model: 'llama3.2',
        messages: [{ role: 'user', content: 'best CRM\n\nI am in Germany.' }],
        stream: false,
      },
    },
  ])
})

test('the prompt is sent unchanged without the hint, and no Authorization header is sent without a key', async () => {
  reply = answering(200, completion({ content: 'answer' }))
  expect(await answerOf({ locationHint: false, baseUrl: `${baseUrl}/` })).toMatchObject({
    locationApplied: 'none',
  })
  expect(seen[0]).toMatchObject({
    url: '/v1/chat/completions',
    body: { messages: [{ content: 'best CRM' }] },
  })
  expect(seen[0]?.authorization).toBeUndefined()
})

test('the raw answer contains the unchanged body and no secrets', async () => {
  const body = `${JSON.stringify(completion({ content: 'answer' }))}\n `
  reply = answering(200, body, { 'set-cookie': 'session=1', 'x-request-id': 'r1' })
  const raw = await driverWith({ apiKey: 'sk-1', baseUrl: `${baseUrl}?key=sk-2` }).ask(question)
  expect(raw).toMatchObject({ httpStatus: 200, body, headers: { 'x-request-id': 'r1' } })
  expect(JSON.stringify(raw)).not.toMatch(/sk-1|sk-2|session=1/)
  expect(seen[0]?.url).toBe('/v1/chat/completions?key=sk-2')
})

test('a refusal has the status `refused`', async () => {
  reply = answering(200, completion({ content: null, refusal: 'I cannot help.' }))
  expect(await answerOf()).toMatchObject({ status: 'refused', text: 'I cannot help.' })
  reply = answering(200, completion({ content: '' }, { finish_reason: 'content_filter' }))
  expect(await answerOf()).toMatchObject({ status: 'refused', text: '' })
})

test('several content parts are joined into one text', async () => {
  reply = answering(
    200,
    completion({
      content: [{ type: 'text', text: 'a' }, { type: 'image_url' }, { type: 'text', text: 'b' }],
    }),
  )
  expect((await answerOf()).text).toBe('ab')
})

test.each([
  ['text that is no JSON', 'sign in'],
  ['another shape', { result: 'x' }],
  ['no choices', { choices: [] }],
  ['no text', completion({ content: '' }, { finish_reason: 'length' })],
])('%s in a 200 response is stored unchanged, and parsing it fails', async (_, body) => {
  reply = answering(200, body)
  const driver = driverWith()
  const raw = await driver.ask(question)
  expect(raw.body).toBe(typeof body === 'string' ? body : JSON.stringify(body))
  expect(() => driver.read(raw)).toThrow(expect.objectContaining({ kind: 'drift' }))
})

const outOfQuota = { error: { message: 'no money', type: 'insufficient_quota', code: 'insufficient_quota' } }
/** The longest pause that a provider can request. */
const TEN_MINUTES = 600_000
test.each<[number, unknown, Record<string, string>, Partial<ProviderError>]>([
  [401, { error: { message: 'bad key' } }, {}, { kind: 'stop', message: 'HTTP 401: bad key' }],
  [403, '<html>no</html>', {}, { kind: 'stop' }],
  [402, {}, {}, { kind: 'stop' }],
  [429, outOfQuota, {}, { kind: 'stop' }],
  [429, { error: { code: 'credit_balance_exhausted' } }, {}, { kind: 'stop' }],
  [
    429,
    { error: { code: 'rate_limit_exceeded' } },
    { 'retry-after': '2' },
    { kind: 'retry', retryAfter: 2000 },
  ],
  [429, '', { 'retry-after': '2', 'retry-after-ms': '300' }, { kind: 'retry', retryAfter: 300 }],
  [503, '', { 'retry-after': 'Thu, 01 Jan 1970 00:00:00 GMT' }, { kind: 'retry', retryAfter: 0 }],
  [503, '', { 'retry-after': 'Fri, 01 Jan 2999 00:00:00 GMT' }, { kind: 'retry', retryAfter: TEN_MINUTES }],
  [503, '', { 'retry-after': '31536000' }, { kind: 'retry', retryAfter: TEN_MINUTES }],
  [503, '', { 'retry-after': '1e400' }, { kind: 'retry', retryAfter: TEN_MINUTES }],
  [503, '', { 'retry-after-ms': '1e400' }, { kind: 'retry', retryAfter: TEN_MINUTES }],
  [503, '', { 'retry-after-ms': '12.5' }, { kind: 'retry', retryAfter: 13 }],
  [503, '', { 'retry-after': '-5' }, { kind: 'retry', retryAfter: null }],
  [503, '', { 'retry-after-ms': '-5', 'retry-after': '3' }, { kind: 'retry', retryAfter: 3_000 }],
  [503, '', { 'retry-after': '1 minute' }, { kind: 'retry', retryAfter: null }],
  [503, '', { 'retry-after': 'Infinity' }, { kind: 'retry', retryAfter: null }],
  [503, '', { 'retry-after': 'later' }, { kind: 'retry', retryAfter: null }],
  [408, '', {}, { kind: 'retry', retryAfter: null }],
  [409, '', {}, { kind: 'retry' }],
  [500, { message: 'boom', type: 'InternalServerError' }, {}, { kind: 'retry', message: 'HTTP 500: boom' }],
  [529, '', {}, { kind: 'retry' }],
  [400, { error: 'too long' }, {}, { kind: 'invalid', message: 'HTTP 400: too long' }],
  [404, { error: { message: 'no such model' } }, {}, { kind: 'invalid' }],
  [302, '', { location: 'https://elsewhere.example/' }, { kind: 'stop' }],
  [
    200,
    { error: { message: 'upstream busy', code: 429 } },
    {},
    { kind: 'retry', message: 'HTTP 429: upstream busy' },
  ],
])('HTTP %i %j %j maps to the expected kind of error', async (status, body, headers, expected) => {
  reply = answering(status, body, headers)
  await expect(driverWith().ask(question)).rejects.toMatchObject({ name: 'ProviderError', ...expected })
  expect(seen).toHaveLength(1)
})

test('the error does not contain a key that the server echoes', async () => {
  reply = answering(401, { error: { message: 'Incorrect API key provided: sk-1' } })
  await expect(driverWith({ apiKey: 'sk-1' }).ask(question)).rejects.toThrow('provided: [key]')
})

test('a body over the size limit is not read to the end', async () => {
  reply = answering(200, 'x'.repeat(3000))
  await expect(driverWith({ maximumBody: 2000 }).ask(question)).rejects.toMatchObject({ kind: 'drift' })
})

test('timeouts, broken connections and unreachable servers are errors of kind `retry`', async () => {
  reply = () => {}
  await expect(driverWith({ timeout: 50 }).ask(question)).rejects.toMatchObject({
    kind: 'retry',
    message: 'no complete answer within 0.05 s',
  })
  reply = (request) => request.socket.destroy()
  await expect(driverWith().ask(question)).rejects.toMatchObject({ kind: 'retry' })
  await expect(driverWith({ baseUrl: 'http://127.0.0.1:1' }).ask(question)).rejects.toMatchObject({
    kind: 'retry',
  })
})

test('the timeout also applies to a body that stops halfway', async () => {
  reply = (_, response) => {
    response.writeHead(200)
    response.write('{"choices":')
  }
  await expect(driverWith({ timeout: 50 }).ask(question)).rejects.toMatchObject({ kind: 'retry' })
})

test('a canceled question fails at once, with the signal’s reason as the cause', async () => {
  const caller = new AbortController()
  reply = () => caller.abort()
  await expect(driverWith().ask({ ...question, signal: caller.signal })).rejects.toMatchObject({
    kind: 'retry',
    cause: { name: 'AbortError' },
  })
  await expect(driverWith().ask({ ...question, signal: caller.signal })).rejects.toMatchObject({
    kind: 'retry',
  })
  expect(seen).toHaveLength(1)
})

test('the error for a very long body quotes its start', async () => {
  reply = answering(400, `{"error":"${' wrong '.repeat(100_000)}`, {})
  const error = await driverWith()
    .ask(question)
    .catch((reason) => reason)
  expect(error).toMatchObject({ kind: 'invalid', message: expect.stringMatching(/^HTTP 400: .{290,310}$/) })
})
