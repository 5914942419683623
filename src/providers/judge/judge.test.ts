import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { createJudge, type JudgeOptions, probeJudge } from './judge.ts'

type Body = { model: string; temperature?: number; response_format?: object; messages: object[] }
let reply: (body: Body, response: ServerResponse) => void
let seen: { url: string | undefined; authorization: string | undefined; body: Body }[] = []
let baseUrl = ''

const server = createServer(async (request, response) => {
  let text = ''
  for await (const chunk of request) text += chunk
  const body = JSON.parse(text || '{}')
  seen.push({ url: request.url, authorization: request.headers.authorization, body })
  reply(body, response)
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

const QUESTION = {
  system: 'Label.',
  user: '{"text":"…"}',
  form: { name: 'labels', schema: { type: 'object' } },
}

function answering(status: number, body: unknown) {
  return (_: Body, response: ServerResponse) => {
    response.writeHead(status, { 'content-type': 'application/json' })
    response.end(typeof body === 'string' ? body : JSON.stringify(body))
  }
}

const completion = (content: string | null, more: object = {}) => ({
  model: 'judge-1-0307',
  choices: [{ message: { role: 'assistant', content }, finish_reason: 'stop' }],
  usage: { prompt_tokens: 30, completion_tokens: 4 },
  ...more,
})

const judgeWith = (options: Partial<JudgeOptions> = {}) =>
  createJudge({ baseUrl, model: 'judge-1', apiKey: 'sk-secret', dailyTokens: 1_000, ...options })

it('sends the JSON schema, and returns the answer unchanged', async () => {
  const body = completion('{"mentions":[]}')
  reply = answering(200, body)
  expect(await judgeWith().ask(QUESTION)).toEqual({
    text: '{"mentions":[]}',
    model: 'judge-1-0307',
    usage: { inputTokens: 30, outputTokens: 4 },
    raw: JSON.stringify(body),
  })
  expect(seen).toEqual([
    {
      url: '/v1/chat/completions',
      authorization: 'Bearer sk-secret',
      body: {
        model: 'judge-1',
        messages: [
          { role: 'system', content: 'Label.' },
          { role: 'user', content: '{"text":"…"}' },
        ],
        stream: false,
        temperature: 0,
        response_format: {
          type: 'json_schema',
          json_schema: { name: 'labels', schema: { type: 'object' }, strict: true },
        },
      },
    },
  ])
})

it('reports the configured model if the server does not name one', async () => {
  reply = answering(200, completion('{}', { model: undefined, usage: undefined }))
  expect(await judgeWith().ask(QUESTION)).toMatchObject({ model: 'judge-1', usage: null })
})

it.each([400, 422])(
  'retries without the JSON schema after a %i, and omits it from later requests',
  async (status) => {
    reply = (body, response) =>
      body.response_format
        ? answering(status, { error: { message: 'response_format is not supported' } })(body, response)
        : answering(200, completion('{}'))(body, response)
    const judge = judgeWith()
    expect(await judge.ask(QUESTION)).toMatchObject({ text: '{}' })
    expect(await judge.ask(QUESTION)).toMatchObject({ text: '{}' })
    expect(seen.map(({ body }) => [body.response_format !== undefined, body.temperature])).toEqual([
      [true, 0],
      [false, undefined],
      [false, undefined],
    ])
  },
)

it('keeps the schema for later requests if a request fails with and without the schema', async () => {
  reply = answering(400, { error: { message: 'too long' } })
  const judge = judgeWith()
  await expect(judge.ask(QUESTION)).rejects.toMatchObject({ kind: 'retry' })
  await expect(judge.ask(QUESTION)).rejects.toMatchObject({ kind: 'retry' })
  expect(seen.map(({ body }) => body.response_format !== undefined)).toEqual([true, false, true, false])
})

describe('a failed request', () => {
  it.each<[string, (body: Body, response: ServerResponse) => void, string]>([
    ['a 401', answering(401, { error: { message: 'Incorrect API key provided: sk-secret' } }), 'stop'],
    ['a 429', answering(429, { error: { message: 'You said: Acme is dependable' } }), 'retry'],
    ['a 500', answering(500, 'Acme is dependable'), 'retry'],
    ['an error in a 200', answering(200, { error: { message: 'Acme is dependable', code: 503 } }), 'retry'],
    ['another body', answering(200, 'Acme is dependable'), 'drift'],
    ['a redirect', answering(302, ''), 'stop'],
    ['a body without end', answering(200, 'x'.repeat(600_000)), 'drift'],
    ['a broken connection', (_, response) => response.destroy(), 'retry'],
  ])('throws an error that does not quote the server: %s', async (_, answer, kind) => {
    reply = answer
    const failure = await judgeWith()
      .ask(QUESTION)
      .catch((error) => error)
    expect(failure).toMatchObject({ name: 'ProviderError', kind })
    expect(`${failure.message}${failure.cause}`).not.toMatch(/secret|Acme|xxx/)
    expect(seen).toHaveLength(1)
  })

  it('is a timeout if the server does not respond', async () => {
    reply = () => {}
    await expect(judgeWith({ timeout: 30 }).ask(QUESTION)).rejects.toMatchObject({
      kind: 'retry',
      cause: { name: 'TimeoutError' },
    })
  })

  it('differs from a refusal, which returns an empty text', async () => {
    reply = answering(200, completion(null))
    expect(await judgeWith().ask(QUESTION)).toMatchObject({ text: '' })
  })
})

it.each([500, 404])(
  'opens the circuit after five consecutive failures (%i), then sends a single trial request while others are rejected',
  async (status) => {
    vi.useFakeTimers({ toFake: ['Date'] })
    try {
      reply = answering(status, '')
      const judge = judgeWith()
      for (let time = 0; time < 8; time += 1) await expect(judge.ask(QUESTION)).rejects.toThrow()
      expect(seen).toHaveLength(5)
      vi.advanceTimersByTime(30_000)
      let release = () => {}
      reply = (body, response) => {
        release = () => answering(200, completion('{}'))(body, response)
        arrived()
      }
      let arrived = () => {}
      const waiting = new Promise<void>((resolve) => {
        arrived = resolve
      })
      const trial = judge.ask(QUESTION)
      await waiting
      await expect(judge.ask(QUESTION)).rejects.toMatchObject({ name: 'CircuitOpenError' })
      release()
      expect(await trial).toMatchObject({ text: '{}' })
      reply = answering(200, completion('{}'))
      expect(await judge.ask(QUESTION)).toMatchObject({ text: '{}' })
      expect(seen).toHaveLength(7)
    } finally {
      vi.useRealTimers()
    }
  },
)

it('probes the server by listing its models, and reports problems', async () => {
  const probe = (options: Partial<JudgeOptions> = {}) =>
    probeJudge({ baseUrl, model: 'judge-1', apiKey: 'sk-secret', dailyTokens: 0, ...options })
  reply = answering(200, { data: [] })
  expect(await probe()).toBeNull()
  expect(seen[0]).toMatchObject({ url: '/v1/models', authorization: 'Bearer sk-secret' })
  reply = answering(404, '')
  expect(await probe()).toBeNull()
  reply = answering(401, { error: { message: 'sk-secret is wrong' } })
  expect(await probe()).toBe('HTTP 401: the server refuses the key')
  reply = answering(503, '')
  expect(await probe()).toBe('HTTP 503')
  expect(await probe({ baseUrl: 'http://127.0.0.1:1/v1' })).toMatch(/^no connection: /)
})
