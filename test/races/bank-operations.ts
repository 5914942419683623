import { setTimeout as pause } from 'node:timers/promises'
import fc from 'fast-check'
import type { Installation } from '../faults/scenarios/installation.ts'

/** What a client does: start an analysis of some questions, cancel one, grant credits, or read. */
export type Operation =
  | { kind: 'start'; questions: number; idempotencyKey: string }
  | { kind: 'cancel' | 'look'; choice: number }
  | { kind: 'grant'; credits: number }
  | { kind: 'read' }

/** What the client got. */
export type Outcome =
  | { analysisId: string }
  | { refused: string }
  | { balance: number }
  | { status: number }
  | { nothing: true }

const REQUEST_TIMEOUT = 10_000
const RETRY_DELAY = 50

/** Generates operations: mostly starts and reads. */
export function operationArbitrary(): fc.Arbitrary<Operation> {
  const choice = fc.nat()
  return fc.oneof(
    {
      weight: 5,
      arbitrary: fc.record({
        kind: fc.constant('start' as const),
        questions: fc.integer({ min: 1, max: 5 }),
        idempotencyKey: fc.uuid(),
      }),
    },
    { weight: 4, arbitrary: fc.constant({ kind: 'read' as const }) },
    {
      weight: 2,
      arbitrary: fc.record({ kind: fc.constantFrom('cancel' as const, 'look' as const), choice }),
    },
    {
      weight: 1,
      arbitrary: fc.record({
        kind: fc.constant('grant' as const),
        credits: fc.integer({ min: 1, max: 20 }),
      }),
    },
  )
}

interface Client {
  client: number
  /** Ids of all analyses that were started so far. */
  started: readonly string[]
  grant(credits: number): Promise<{ credits: number }>
}

/** Executes an operation over the gateways. Throws if an analysis has ended without settling its credits. */
export async function carryOut(
  installation: Installation,
  operation: Operation,
  { client, started, grant }: Client,
): Promise<Outcome> {
  if (operation.kind === 'grant') return { balance: (await grant(operation.credits)).credits }
  if (operation.kind === 'read') {
    const query = '{ viewer { organization { credits } } }'
    const { body } = await request(installation, client, '/graphql', { body: { query } })
    return { balance: body.data.viewer.organization.credits }
  }
  if (operation.kind === 'start') {
    const { status, body } = await request(installation, client, '/v1/async-analysis', {
      headers: { 'idempotency-key': operation.idempotencyKey },
      body: {
        prompts: Array.from(
          { length: operation.questions },
          (_, number) => `Which tool is best for ${number}?`,
        ),
        brandName: 'Acme',
        replicates: 1,
        providers: ['local'],
        locations: ['US'],
      },
    })
    return status === 202 ? { analysisId: body.data.analysisId } : { refused: body.error.code }
  }
  const id = started[operation.choice % started.length]
  if (id === undefined) return { nothing: true }
  const path = `/v1/async-analysis/${id}`
  if (operation.kind === 'cancel')
    return { status: (await request(installation, client, `${path}/cancel`, { body: {} })).status }
  const { status, body } = await request(installation, client, path)
  // An analysis shows its credits when it has ended.
  const { reserved, charged, refunded } = body.data.credits ?? { reserved: 0, charged: 0, refunded: 0 }
  if (charged + refunded !== reserved) throw new Error(`${id} shows ${JSON.stringify(body.data.credits)}`)
  return { status }
}

/** Sends a request to the gateways by turns until one responds. */
async function request(
  { gateways, send }: Installation,
  client: number,
  path: string,
  { body, headers = {} }: { body?: object; headers?: Record<string, string> } = {},
  // biome-ignore lint/suspicious/noExplicitAny: the request determines the shape.
): Promise<{ status: number; body: any }> {
  for (let attempt = client; ; attempt += 1) {
    const init = {
      headers,
      signal: AbortSignal.timeout(REQUEST_TIMEOUT),
      ...(body && { method: 'POST', body: JSON.stringify(body) }),
    }
    const response = await send(gateways[attempt % gateways.length] ?? '', path, init).catch(() => null)
    const text = await response?.text().catch(() => null)
    if (response && text && response.status < 500) return { status: response.status, body: JSON.parse(text) }
    await pause(RETRY_DELAY)
  }
}
