import { afterAll, beforeAll, expect, it } from 'vitest'
import { openReceiver, type Receiver } from '../api/webhook-receiver.ts'
import { eventually } from '../eventually.ts'
import { type KillSetup, openKillSetup } from '../faults/kill-setup.ts'
import { runJson, type ServerProcess, startServer } from '../faults/server-process.ts'
import { startTraceReceiver, type TraceReceiver } from './trace-receiver.ts'

let collector: TraceReceiver
let receiver: Receiver
let setup: KillSetup
let server: ServerProcess
let key: string
beforeAll(async () => {
  collector = await startTraceReceiver()
  receiver = await openReceiver()
  setup = await openKillSetup({ OUTBOUND_ALLOW: receiver.address })
  const { id } = await runJson<{ id: string }>(
    ['org', 'create', '--name', 'Acme', '--plan', 'pro', '--credits', '10'],
    setup.environment,
  )
  key = (await runJson<{ key: string }>(['key', 'create', '--org', id], setup.environment)).key
  server = await startServer({
    ...setup.environment,
    LOG_LEVEL: 'info',
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
    // Sends spans at once instead of every five seconds.
    OTEL_BSP_SCHEDULE_DELAY: '50',
  })
}, 60_000)
afterAll(async () => {
  await server?.stop()
  await setup?.close()
  receiver?.close()
  collector?.close()
})

const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736'

const send = (body: object) =>
  fetch(`${server.url}/v1/async-analysis`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${key}`,
      'content-type': 'application/json',
      traceparent: `00-${TRACE}-00f067aa0ba902b7-01`,
    },
    body: JSON.stringify(body),
  })

it('a trace leads from the request over the transaction, the jobs and the provider to the webhook, and its id is in the log', async () => {
  const response = await send({
    prompt: 'Best?',
    brandName: 'Acme',
    replicates: 2,
    providers: ['local'],
    locations: ['US'],
    webhook: { url: receiver.url },
  })
  expect(response.status).toBe(202)
  expect(response.headers.get('x-trace-id')).toBe(TRACE)
  const { headers } = await receiver.next()
  expect(headers.traceparent).toMatch(new RegExp(`^00-${TRACE}-[0-9a-f]{16}-01$`))
  const spansOf = (name: string) =>
    collector.spans.filter((span) => span.traceId === TRACE && span.name === name)
  await eventually(() => {
    for (const name of ['transaction', 'job dispatch', 'job webhook', 'send webhook'])
      expect(spansOf(name), name).not.toHaveLength(0)
    expect(spansOf('POST /v1/async-analysis')).toHaveLength(1)
    expect(spansOf('job ask')).toHaveLength(2)
    expect(spansOf('ask local')).toHaveLength(2)
  })
  // The call to the provider is part of the job that asks.
  const jobs = spansOf('job ask').map(({ spanId }) => spanId)
  expect(
    spansOf('ask local')
      .map(({ parentSpanId }) => parentSpanId)
      .sort(),
  ).toEqual(jobs.sort())
  await eventually(() => expect(server.output.join('')).toContain(`"traceId":"${TRACE}"`))
})

it('an error response contains the id of its trace', async () => {
  const response = await send({ prompt: '' })
  expect(response.status).toBe(400)
  expect(await response.json()).toMatchObject({ error: { code: 'BAD_REQUEST', traceId: TRACE } })
})

it('spans contain no texts of questions and no names of brands', () => {
  expect(JSON.stringify(collector.spans)).not.toMatch(/Best\?|Acme/)
})
