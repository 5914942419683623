/** Sends the progress of one analysis to thousands of WebSocket subscribers of one process. Baseline: a plain broadcast of the same bytes. */

import { openBenchPostgres } from './bench-postgres.ts'
import { type ClientMessage, type Deliveries, subscribeMany } from './fanout-client.ts'
import type { Address, Memory, ServerMessage } from './fanout-control.ts'
import { serveProgress, serveRaw } from './fanout-server.ts'
import { report } from './figures.ts'
import { median } from './load.ts'
import { leaveServerCore, startPart } from './processes.ts'

const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 3)
const SUBSCRIBERS = Number(process.env.BENCH_SUBSCRIBERS ?? 5_000)
const SECONDS = Number(process.env.BENCH_SECONDS ?? 30)
const PER_SECOND = Number(process.env.BENCH_PER_SECOND ?? 10)
/** Subscribers that connect and disconnect before the measurement, so that the code is compiled. */
const WARM_UP_SUBSCRIBERS = Math.min(SUBSCRIBERS / 10, 200)

interface Figures extends Deliveries {
  /** Time between the first and the last event. */
  seconds: number
  /** CPU time of the server in microseconds. */
  processorPerDelivery: number
  /** Kilobytes per subscriber. */
  resident: number
  heap: number
}

const [, script = '', role] = process.argv
if (role === 'ours') await serveProgress(process.env.DATABASE_URL ?? '')
else if (role === 'raw') await serveRaw(process.env.BENCH_MESSAGE ?? '')
else if (role === 'client') subscribeMany()
else await compare()

async function compare(): Promise<void> {
  leaveServerCore()
  const postgres = await openBenchPostgres()
  const ours: Figures[] = []
  const raw: Figures[] = []
  try {
    const application = await postgres.application('postgres')
    await application.close()
    for (let round = 0; round < ROUNDS; round += 1) {
      const { sample, ...figures } = await measure('ours', { DATABASE_URL: application.databaseUrl })
      ours.push(figures)
      raw.push(await measure('raw', { BENCH_MESSAGE: sample }))
    }
  } finally {
    await postgres.close()
  }
  reportFigures(ours, raw)
}

async function measure(server: 'ours' | 'raw', environment: Record<string, string>) {
  const node = [process.execPath, '--expose-gc', script]
  const serving = startPart('server', [...node, server], environment)
  const client = startPart('client', [...node, 'client'])
  const tell = <Answer>(message: ServerMessage) => serving.ask<Answer>(message)
  const have = <Answer>(message: ClientMessage) => client.ask<Answer>(message)
  const address = await tell<Address>({ ask: 'address' })
  const events = SECONDS * PER_SECOND
  const { sample } = await have<{ sample: string }>({
    ask: 'subscribe',
    address,
    subscribers: WARM_UP_SUBSCRIBERS,
    events,
  })
  await have({ ask: 'leave' })
  const before = await tell<Memory>({ ask: 'memory' })
  await have({ ask: 'subscribe', address, subscribers: SUBSCRIBERS, events })
  const after = await tell<Memory>({ ask: 'memory' })
  const times = await tell<number[]>({ ask: 'publish', events, perSecond: PER_SECOND })
  const deliveries = await have<Deliveries>({ ask: 'finish', times })
  const { microseconds } = await tell<{ microseconds: number }>({ ask: 'processor' })
  await client.stop()
  await serving.stop()
  const each = (bytes: number) => bytes / 1_024 / SUBSCRIBERS
  return {
    ...deliveries,
    seconds: ((times.at(-1) ?? 0) - (times[0] ?? 0)) / 1_000,
    processorPerDelivery: microseconds / deliveries.received,
    resident: each(after.resident - before.resident),
    heap: each(after.heap - before.heap),
    sample,
  }
}

function reportFigures(ours: readonly Figures[], raw: readonly Figures[]): void {
  const pair = (key: keyof Figures) =>
    [ours, raw].map((rounds) => median(rounds.map((figures) => figures[key]))) as [number, number]
  const received = pair('received')[0]
  const expected = pair('expected')[0]
  if (received !== expected) throw new Error(`${received} of ${expected} events were delivered`)
  const ratio = (key: keyof Figures) => pair(key)[0] / pair(key)[1]
  report(`graphql-fanout to ${SUBSCRIBERS} subscribers`, [
    {
      name: 'CPU per delivery',
      value: pair('processorPerDelivery')[0],
      unit: 'µs',
      better: 'lower',
    },
    {
      name: 'CPU per delivery, compared with raw ws',
      value: ratio('processorPerDelivery'),
      unit: '×',
      better: 'lower',
      aim: 1.25,
    },
    { name: 'p99', value: pair('p99')[0], unit: 'ms', better: 'lower' },
    { name: 'p99, compared with raw ws', value: ratio('p99'), unit: '×', better: 'lower', aim: 1.05 },
    { name: 'memory per subscriber', value: pair('resident')[0], unit: 'KB', better: 'lower', aim: 8 },
  ])
}
