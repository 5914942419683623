/** Sends the progress of one analysis to thousands of WebSocket subscribers of one process. Baseline: a plain broadcast of the same bytes. */

import { openBenchPostgres } from './bench-postgres.ts'
import { type ClientMessage, type Deliveries, subscribeMany } from './fanout-client.ts'
import type { Address, Memory, ServerMessage } from './fanout-control.ts'
import { serveProgress, serveRaw } from './fanout-server.ts'
import { median } from './load.ts'
import { printMarkdownRow } from './markdown-row.ts'
import { leaveServerCore, startPart } from './processes.ts'

const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 3)
const SUBSCRIBERS = Number(process.env.BENCH_SUBSCRIBERS ?? 5_000)
const SECONDS = Number(process.env.BENCH_SECONDS ?? 30)
const PER_SECOND = 10
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
  report(ours, raw)
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

function report(ours: readonly Figures[], raw: readonly Figures[]): void {
  const pair = (key: keyof Figures) =>
    [ours, raw].map((rounds) => median(rounds.map((figures) => figures[key]))) as [number, number]
  const [received] = pair('received')
  const [expected] = pair('expected')
  const line = (title: string, key: keyof Figures, unit: string, aim = '') => {
    const [own, other] = pair(key)
    console.log(
      `  ${title}: ${own.toFixed(1)} ${unit}; raw ws ${other.toFixed(1)}; ratio ${(own / other).toFixed(2)}${aim}`,
    )
  }
  console.log(`  ${SUBSCRIBERS} subscribers, ${PER_SECOND} events/s for ${SECONDS} s`)
  console.log(`  delivered: ${received} of ${expected}; raw ws ${pair('received')[1]} (aim all)`)
  line('the last event after', 'seconds', 's')
  line('p50', 'p50', 'ms')
  line('p99', 'p99', 'ms', ' (target ratio: at most 1)')
  line('slowest', 'worst', 'ms')
  line('server CPU per delivery', 'processorPerDelivery', 'µs', ' (target ratio: at most 1.5)')
  line('memory a subscriber', 'resident', 'KB', ' (aim at most 40 KB)')
  line('of which heap', 'heap', 'KB')
  const ratio = (key: keyof Figures) => {
    const [own, other] = pair(key)
    return (own / other).toFixed(2)
  }
  printMarkdownRow('graphql-fanout', {
    'CPU a delivery / raw ws': ratio('processorPerDelivery'),
    'p99 / raw ws': ratio('p99'),
    'p99 ms': pair('p99')[0].toFixed(1),
    'KB a subscriber': pair('resident')[0].toFixed(1),
  })
}
