/** Measures the nested read of a completed run and one node by id. Baselines: a plain node:http + pg server, and PostGraphile 5 (`tuned`: see peer/postgraphile.js). */
import { isDeepStrictEqual } from 'node:util'
import { serveBare } from './bare-server.ts'
import { report } from './figures.ts'
import { median } from './load.ts'
import { openNestedRun } from './nested-run.ts'
import { READS, type Read, SERVERS, type Server, type ServerName, SHAPES } from './nested-servers.ts'
import { loadWithPosts, type PostLoad, type PostLoadResult } from './post-load.ts'
import {
  answerMessages,
  installPeers,
  leaveServerCore,
  type Part,
  processorSeconds,
  startPart,
  startServer,
} from './processes.ts'

const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 3)
const SECONDS = Number(process.env.BENCH_SECONDS ?? 4)

const TITLES = { nested: '50 results', node: 'one node' } as const satisfies Record<Read, string>
/** The ratios to print, with their targets. */
const RATIOS = [
  ['nested', 'uncached', 'bare', 0.75],
  ['nested', 'cached', 'bare', 8],
  ['nested', 'uncached', 'postgraphile', 2.5],
  ['nested', 'uncached', 'tuned', 2.5],
  ['node', 'uncached', 'postgraphile', 1.5],
  ['node', 'uncached', 'tuned', 1.5],
] as const

interface Figures extends PostLoadResult {
  /** Share of its core that the server used. */
  busy: number
  /** CPU milliseconds per response, which stay comparable on a busy machine. */
  each: number
}
/** One measurement per round. */
type Measured = Record<Read, Record<ServerName, Figures[]>>

/** The first response to each read. All later responses must be equal. */
const answers: Partial<Record<Read, unknown>> = {}

const [, script = '', role] = process.argv
if (role === 'bare') serveBare(process.env.DATABASE_URL ?? '')
else if (role === 'client') answerMessages(loadWithPosts)
else await compare()

async function compare(): Promise<void> {
  leaveServerCore()
  const node = installPeers()
  const world = await openNestedRun()
  const client = startPart('client', [node, script, 'client'])
  const measured: Measured = { nested: none(), node: none() }
  try {
    for (let round = 0; round < ROUNDS; round += 1) {
      for (const [name, server] of Object.entries(SERVERS) as [ServerName, Server][]) {
        const environment = { ...world.environment, ...server.environment }
        const process = await startServer([node, ...server.command(script)], environment)
        for (const read of READS) {
          const url = process.url + server.path[read]
          const headers = { authorization: `Bearer ${world.run.key}` }
          const bodies = server.ids[read](world.run).map((id) =>
            JSON.stringify({ query: server.queries[read], variables: { id } }),
          )
          await checkAnswer(read, name, { url, headers, bodies })
          const figures = await measure(client, process, { url, headers, bodies, seconds: SECONDS })
          measured[read][name].push(figures)
        }
        await process.stop()
      }
    }
  } finally {
    await client.stop()
    await world.close()
  }
  reportFigures(measured)
}

function none(): Measured[Read] {
  return { bare: [], uncached: [], cached: [], postgraphile: [], tuned: [] }
}

/** @throws {Error} if a server returns different data than the previous servers */
async function checkAnswer(read: Read, name: string, { url, headers, bodies }: Omit<PostLoad, 'seconds'>) {
  const response = await fetch(url, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: bodies[0] ?? '',
  })
  const text = await response.text()
  const answer = SHAPES[read](JSON.parse(text))
  answers[read] ??= answer
  if (!isDeepStrictEqual(answer, answers[read])) throw new Error(`${name} answers otherwise: ${text}`)
}

async function measure(client: Part, server: Part, load: PostLoad): Promise<Figures> {
  // Long enough for the JIT compiler of the server.
  await client.ask({ ...load, seconds: load.seconds / 2 })
  const before = processorSeconds(server)
  const answered = await client.ask<PostLoadResult>(load)
  const busy = (processorSeconds(server) - before) / load.seconds
  return { ...answered, busy, each: (busy / answered.rate) * 1_000 }
}

function reportFigures(measured: Measured): void {
  const middle = (read: Read, name: ServerName, key: keyof Figures) =>
    median(measured[read][name].map((figures) => figures[key]))
  for (const read of READS) {
    console.log(`  ${TITLES[read]}: answers/s (bytes of one; use of the server's core, its CPU an answer)`)
    for (const name of Object.keys(SERVERS) as ServerName[]) {
      const rate = middle(read, name, 'rate').toFixed(0).padStart(7)
      const busy = (middle(read, name, 'busy') * 100).toFixed(0)
      const each = middle(read, name, 'each').toFixed(2)
      const size = middle(read, name, 'size').toFixed(0)
      console.log(`    ${name.padEnd(13)}${rate}  (${size}; ${busy} %, ${each} ms)`)
    }
  }
  report(
    'graphql-read',
    RATIOS.map(([read, one, other, aim]) => ({
      name: `${TITLES[read]}: ${one}, compared with ${other}`,
      value: middle(read, one, 'rate') / middle(read, other, 'rate'),
      unit: '×',
      better: 'higher',
      aim,
    })),
  )
}
