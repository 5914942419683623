/** Runs in a separate process, and sends the requests of a {@link LoadPlan}. */
import { performance } from 'node:perf_hooks'
import { HttpConnection, type PlannedRequest, requestBytes } from './http-connection.ts'

/** What a generator sends. */
export interface LoadPlan {
  url: string
  keys: readonly string[]
  requests: readonly PlannedRequest[]
  seconds: number
  /** Requests per second, whether or not the server keeps up; null: each connection sends its next request after a response. */
  rate: number | null
  /** Maximum number of connections. */
  connections: number
}

/** Numbers of responses. */
export interface Outcomes {
  served: number
  refused: number
  /** Other statuses, and connections that broke. */
  failed: number
}

/** What a generator measured. */
export interface LoadReport {
  outcomes: Record<PlannedRequest['priority'], Outcomes>
  /** Served requests: when each was due, in seconds since the start, and the milliseconds from then to its response. */
  times: [dueAt: number, milliseconds: number][]
  /** Requests that were not sent, because all connections were busy. */
  unsent: number
  /** Statuses of failed requests. */
  statuses: Record<number, number>
  seconds: number
  /** Share of the time in which this process used a CPU. */
  busy: number
}

process.on('message', async (plan: LoadPlan) => process.send?.(await generate(plan)))
process.on('disconnect', () => process.exit())

async function generate(plan: LoadPlan): Promise<LoadReport> {
  const { url, keys, requests, seconds, rate, connections } = plan
  const prepared = requests.flatMap((request) =>
    keys.map((key) => ({ priority: request.priority, bytes: requestBytes(url, { ...request, key }) })),
  )
  const none = () => ({ served: 0, refused: 0, failed: 0 })
  const report: LoadReport = {
    outcomes: { interactive: none(), bulk: none() },
    times: [],
    unsent: 0,
    statuses: {},
    seconds: 0,
    busy: 0,
  }
  const free: HttpConnection[] = []
  let open = 0
  let next = 0
  let running = 0
  const begun = performance.now()
  const cpu = process.cpuUsage()
  const end = begun + seconds * 1_000
  let finish: () => void = () => {}
  const finished = new Promise<void>((resolve) => {
    finish = resolve
  })
  const send = (dueAt: number) => {
    const connection = free.pop() ?? (open < connections ? new HttpConnection(url) : null)
    const request = prepared[next % prepared.length]
    next += 1
    if (!connection || !request) {
      report.unsent += 1
      return
    }
    open += 1
    running += 1
    connection.send(request.bytes, (status) => {
      const outcomes = report.outcomes[request.priority]
      open -= 1
      running -= 1
      free.push(connection)
      if (status === 200) {
        outcomes.served += 1
        report.times.push([(dueAt - begun) / 1_000, performance.now() - dueAt])
      } else if (status === 503) outcomes.refused += 1
      else {
        outcomes.failed += 1
        report.statuses[status] = (report.statuses[status] ?? 0) + 1
      }
      const now = performance.now()
      if (rate === null && now < end) send(now)
      else if (now >= end && running === 0) finish()
    })
  }
  if (rate === null) for (let n = 0; n < connections; n += 1) send(begun)
  else await sendAtRate(rate, { begun, end, send })
  if (running > 0) await finished
  for (const connection of free) connection.close()
  const { user, system } = process.cpuUsage(cpu)
  report.seconds = (performance.now() - begun) / 1_000
  report.busy = (user + system) / 1e6 / report.seconds
  return report
}

/** Milliseconds between two checks for requests that are due. A longer interval would count as response time. */
const SEND_INTERVAL = 1

/** Sends `rate` requests per second until `end`, each when it is due. If this process is busy, they are sent late, with their due time. */
function sendAtRate(
  rate: number,
  { begun, end, send }: { begun: number; end: number; send: (dueAt: number) => void },
): Promise<void> {
  // Rounded, because the difference of two times is not exact.
  const total = Math.round(((end - begun) / 1_000) * rate)
  let sent = 0
  return new Promise((resolve) => {
    const timer = setInterval(() => {
      const now = performance.now()
      const due = Math.min(total, Math.ceil(((now - begun) / 1_000) * rate))
      for (; sent < due; sent += 1) send(begun + (sent / rate) * 1_000)
      if (now < end) return
      clearInterval(timer)
      resolve()
    }, SEND_INTERVAL)
  })
}
