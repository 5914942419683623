import { setTimeout as pause } from 'node:timers/promises'
import type { TestDatabase } from '../../world.ts'
import type { LoadReport, Outcomes } from './generator.ts'
import { startGenerator } from './generators.ts'
import { openBusyInstallation } from './installation.ts'
import { requestsFor } from './requests.ts'

/** Connections of the load that is sustainable: as many as requests may run at the same time. */
const SUSTAINABLE_CONNECTIONS = 16
const OVERLOAD = 10
/** Maximum connections of the overload. */
const CONNECTIONS = 1_000
/** Requests per second of the quiet key. */
const QUIET_RATE = 20
/** Seconds for the JIT compiler before the measurements. */
const WARM_UP = 5
/** The sustainable load is the best of several measurements, because other programs may use the machine. */
const SUSTAINABLE_MEASUREMENTS = 3
const SUSTAINABLE_SECONDS = 5
/** Seconds in which the server is watched after the overload. */
const RECOVERY_SECONDS = 10
/** The quiet key has recovered once its responses take no longer than this multiple of its slowest response without load. */
const RECOVERED = 2

/** What the scenario measured. Times of responses are in milliseconds, memory in megabytes. */
export interface OverloadFigures {
  keys: number
  seconds: number
  /** Requests per second that the server can serve, and that the generator sent. */
  sustainable: number
  offered: number
  /** Requests that the generator could not send, because all of its connections were busy. */
  unsent: number
  outcomes: Record<'interactive' | 'bulk', Outcomes>
  statuses: Record<number, number>
  /** Times of the quiet key, without and with the overload, and its responses that were not 200. */
  quiet: { alone: Percentiles; during: Percentiles; failed: number }
  /** Seconds from the end of the overload to the last slow response of the quiet key; 0 if none was slow. */
  recovery: number
  memory: { before: number; peak: number; after: number }
  /** Shares of a CPU that the server, the generator and the quiet client used. */
  busy: { server: number; generator: number; quietClient: number }
}

interface Percentiles {
  p50: number
  p95: number
  p99: number
  max: number
}

/** Sends ten times the sustainable load with `keys` keys for some seconds, while another key sends a few requests. */
export async function overload({
  database,
  seconds,
  keys: count,
  pin = true,
  nodeOptions = '',
}: {
  database: TestDatabase
  seconds: number
  keys: number
  pin?: boolean
  /** `NODE_OPTIONS` of the server. */
  nodeOptions?: string
}): Promise<OverloadFigures> {
  const installation = await openBusyInstallation({
    database,
    keys: count + 1,
    pin,
    environment: { NODE_OPTIONS: nodeOptions },
  })
  const { url, run, memory } = installation
  const [quietKey = '', ...keys] = installation.keys
  const requests = requestsFor(run)
  const generator = startGenerator({ background: true })
  const quietClient = startGenerator()
  try {
    const closed = { url, keys, requests, rate: null, connections: SUSTAINABLE_CONNECTIONS }
    const small = requests.filter(({ priority }) => priority === 'interactive')
    const quiet = { url, keys: [quietKey], requests: small, rate: QUIET_RATE, connections: 50 }
    await generator.run({ ...closed, seconds: WARM_UP })
    let sustainable = 0
    for (let measurement = 0; measurement < SUSTAINABLE_MEASUREMENTS; measurement += 1) {
      const { outcomes, seconds } = await generator.run({ ...closed, seconds: SUSTAINABLE_SECONDS })
      const rate = (outcomes.interactive.served + outcomes.bulk.served) / seconds
      sustainable = Math.max(sustainable, rate)
    }
    const alone = await quietClient.run({ ...quiet, seconds })

    const before = memory()
    let peak = before
    const sampling = setInterval(() => {
      peak = Math.max(peak, memory())
    }, 100)
    const watched = quietClient.run({ ...quiet, seconds: seconds + RECOVERY_SECONDS })
    const cpu = installation.processorSeconds()
    const rate = sustainable * OVERLOAD
    const load = await generator.run({ ...closed, rate, seconds, connections: CONNECTIONS })
    const busy = (installation.processorSeconds() - cpu) / load.seconds
    const during = await watched
    clearInterval(sampling)
    await pause(1_000)
    const baseline = percentiles(alone)
    return {
      keys: keys.length,
      seconds,
      sustainable,
      offered: total(load) / load.seconds,
      unsent: load.unsent,
      outcomes: load.outcomes,
      statuses: load.statuses,
      quiet: {
        alone: baseline,
        during: percentiles(during, seconds),
        failed: during.outcomes.interactive.refused + during.outcomes.interactive.failed,
      },
      recovery: recoveryOf(during, { end: seconds, limit: baseline.max * RECOVERED }),
      memory: { before, peak, after: memory() },
      busy: { server: busy, generator: load.busy, quietClient: during.busy },
    }
  } finally {
    generator.stop()
    quietClient.stop()
    await installation.close()
  }
}

/** Returns the percentiles of the requests that were due before a time. */
function percentiles({ times }: LoadReport, before = Number.POSITIVE_INFINITY): Percentiles {
  const sorted = times
    .filter(([dueAt]) => dueAt < before)
    .map(([, milliseconds]) => milliseconds)
    .toSorted((a, b) => a - b)
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0
  return { p50: at(0.5), p95: at(0.95), p99: at(0.99), max: sorted.at(-1) ?? 0 }
}

function recoveryOf({ times }: LoadReport, { end, limit }: { end: number; limit: number }): number {
  const slow = times.filter(([dueAt, milliseconds]) => dueAt >= end && milliseconds > limit)
  return Math.max(0, ...slow.map(([dueAt, milliseconds]) => dueAt + milliseconds / 1_000 - end))
}

function total({ outcomes }: LoadReport): number {
  return Object.values(outcomes).reduce(
    (sum, { served, refused, failed }) => sum + served + refused + failed,
    0,
  )
}
