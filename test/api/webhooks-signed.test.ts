import { Webhook as StandardWebhook } from 'standardwebhooks'
import { Webhook as SvixWebhook } from 'svix'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readWebhookSecret } from '../../src/core/webhooks/secret.ts'
import { createWorld, type World } from '../world.ts'
import { type Client, createClient } from './rest-client.ts'
import { type Call, openReceiver, type Receiver } from './webhook-receiver.ts'

const SECRET = `whsec_${Buffer.alloc(32, 7).toString('base64')}`

let receiver: Receiver
let provider: Receiver
let world: World
let call: Client
beforeAll(async () => {
  receiver = await openReceiver()
  // A provider that refuses every question.
  provider = await openReceiver()
  provider.answer = { status: 400 }
  world = await createWorld({
    providers: [
      { id: 'chatgpt', driver: 'simulated' },
      {
        id: 'unwilling',
        driver: 'openai-compatible',
        baseUrl: `http://${provider.address}/v1`,
        model: 'none',
      },
    ],
    environment: { OUTBOUND_ALLOW: receiver.address },
  })
  call = await createClient(world)
})
afterAll(async () => {
  await world?.close()
  await receiver?.close()
  await provider?.close()
})

/** Starts an analysis and waits for its webhook. */
async function analysisWith(change: { providers?: string[]; webhook?: object } = {}) {
  const { id: organizationId } = await world.organization({ credits: 10 })
  const { key } = await world.organizationKey(organizationId)
  const json = {
    prompt: 'Best task manager?',
    brandName: 'Taskfern',
    replicates: 1,
    providers: ['chatgpt'],
    locations: ['US'],
    webhook: { url: receiver.url, secret: SECRET },
    ...change,
  }
  const { status, body } = await call('POST /v1/async-analysis', { key, json })
  expect(status).toBe(202)
  const received = await receiver.next()
  const { body: poll } = await call(`GET /v1/async-analysis/${body.data.analysisId}`, { key })
  return { organizationId, received, analysis: poll.data }
}

const headersOf = ({ headers }: Call) => ({
  'webhook-id': String(headers['webhook-id']),
  'webhook-timestamp': String(headers['webhook-timestamp']),
  'webhook-signature': String(headers['webhook-signature']),
})

describe('a webhook', () => {
  it('is verified by two independent libraries, and rejected by both after any change', async () => {
    const { received } = await analysisWith()
    for (const verifier of [new StandardWebhook(SECRET), new SvixWebhook(SECRET)]) {
      expect(verifier.verify(received.body, headersOf(received))).toEqual(JSON.parse(received.body))
      expect(() =>
        verifier.verify(received.body.replace('completed', 'failed'), headersOf(received)),
      ).toThrow()
      expect(() =>
        verifier.verify(received.body, { ...headersOf(received), 'webhook-id': 'other' }),
      ).toThrow()
    }
    expect(received.headers['content-type']).toBe('application/json')
    expect(received.headers['webhook-signature']).toMatch(/^v1,[A-Za-z0-9+/]{43}=$/)
  })

  it.each<[string, string[]]>([
    ['completed', ['chatgpt']],
    ['partially_completed', ['chatgpt', 'unwilling']],
    ['failed', ['unwilling']],
  ])('reports an analysis that is %s with the same fields as polling', async (status, providers) => {
    const { received, analysis } = await analysisWith({ providers })
    const { analysisId, progress, credits, summary, finishedAt } = analysis
    expect(analysis.status).toBe(status)
    expect(JSON.parse(received.body)).toEqual({
      type: `async_analysis.${status}`,
      timestamp: finishedAt,
      data: { analysisId, status, cancelled: false, progress, credits, summary },
    })
  })

  it('is retried automatically with the same id after a failure', async () => {
    receiver.answer = { status: 503 }
    const { received } = await analysisWith()
    receiver.answer = { status: 204 }
    const again = await receiver.next()
    expect(again.body).toBe(received.body)
    expect(headersOf(again)['webhook-id']).toBe(headersOf(received)['webhook-id'])
    expect(() => new StandardWebhook(SECRET).verify(again.body, headersOf(again))).not.toThrow()
  })

  it("without its own secret is signed with the organization's secret", async () => {
    const { organizationId, received } = await analysisWith({ webhook: { url: receiver.url } })
    const ctx = world.member(organizationId)
    const { secret } = await readWebhookSecret({ ctx })
    expect(() => new StandardWebhook(secret).verify(received.body, headersOf(received))).not.toThrow()
  })
})
