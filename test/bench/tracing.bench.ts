/** Measures what tracing costs a GraphQL read of one node without the cache: while it is off, and while it is on. */
import { NO_TRACING } from '../../src/core/foundation/tracing.ts'
import { eventually } from '../eventually.ts'
import { startTraceReceiver } from '../operations/trace-receiver.ts'
import { report } from './figures.ts'
import { median } from './load.ts'
import { openNestedRun } from './nested-run.ts'
import { SERVERS } from './nested-servers.ts'
import { loadWithPosts, type PostLoad, type PostLoadResult } from './post-load.ts'
import { answerMessages, leaveServerCore, processorSeconds, startPart, startServer } from './processes.ts'

const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 5)
const SECONDS = Number(process.env.BENCH_SECONDS ?? 4)

const [, script = '', role] = process.argv
if (role === 'client') answerMessages(loadWithPosts)
else await compare()

async function compare(): Promise<void> {
  leaveServerCore()
  const collector = await startTraceReceiver()
  const world = await openNestedRun()
  const client = startPart('client', [process.execPath, script, 'client'])
  const server = SERVERS.uncached
  const headers = { authorization: `Bearer ${world.run.key}` }
  const bodies = server.ids
    .node(world.run)
    .map((id) => JSON.stringify({ query: server.queries.node, variables: { id } }))
  const environments = {
    off: {},
    on: { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url, OTEL_BSP_SCHEDULE_DELAY: '100' },
  }
  const milliseconds: Record<keyof typeof environments, number[]> = { off: [], on: [] }
  let spans = 0
  try {
    for (let round = 0; round < ROUNDS; round += 1) {
      for (const name of ['off', 'on'] as const) {
        const part = await startServer([process.execPath, ...server.command(script)], {
          ...world.environment,
          ...server.environment,
          ...environments[name],
        })
        const load: PostLoad = { url: part.url + server.path.node, headers, bodies, seconds: SECONDS }
        if (name === 'on') spans ||= await spansOfOne(load)
        // Long enough for the JIT compiler of the server.
        await client.ask({ ...load, seconds: SECONDS / 2 })
        const before = processorSeconds(part)
        const { rate } = await client.ask<PostLoadResult>(load)
        milliseconds[name].push(((processorSeconds(part) - before) / (rate * SECONDS)) * 1_000)
        await part.stop()
      }
    }
  } finally {
    await client.stop()
    await world.close()
    collector.close()
  }
  const [off, on] = [median(milliseconds.off), median(milliseconds.on)]
  console.log(`  ${spans} spans per answer; CPU per answer: off ${off.toFixed(3)} ms, on ${on.toFixed(3)} ms`)
  report('tracing', [
    {
      name: 'off: CPU time of one answer, compared with code without spans',
      value: off / (off - (await millisecondsPerSpan()) * spans),
      unit: '×',
      better: 'lower',
      aim: 1.01,
    },
    { name: 'on: CPU time of one answer, compared with off', value: on / off, unit: '×', better: 'lower' },
  ])

  /** Returns the number of spans that one request sends. */
  async function spansOfOne({ url, bodies: [body = ''] }: PostLoad): Promise<number> {
    const response = await fetch(url, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json' },
      body,
    })
    await response.text()
    const trace = response.headers.get('x-trace-id')
    const own = () => collector.spans.filter(({ traceId }) => traceId === trace)
    // The span of the request ends last.
    await eventually(() => {
      if (!own().some(({ name }) => name.startsWith('POST '))) throw new Error('no span has arrived')
    })
    return own().length
  }
}

/** Returns the CPU milliseconds that a span adds to an operation while tracing is off. */
async function millisecondsPerSpan(): Promise<number> {
  const CALLS = 3_000_000
  const operation = async () => {}
  const measure = async (call: () => Promise<void>) => {
    const before = process.cpuUsage()
    for (let index = 0; index < CALLS; index += 1) await call()
    const { user, system } = process.cpuUsage(before)
    return (user + system) / 1_000 / CALLS
  }
  const bare = []
  const inSpan = []
  for (let round = 0; round < ROUNDS; round += 1) {
    bare.push(await measure(operation))
    inSpan.push(await measure(() => NO_TRACING.span('operation', operation, { kind: 'internal' })))
  }
  // The fastest rounds, because other processes and the JIT compiler only make a round slower.
  return Math.min(...inSpan) - Math.min(...bare)
}
