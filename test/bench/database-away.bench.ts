/**
 * Stops PostgreSQL in the middle of an analysis. Measures when the server starts to reject requests, when it serves them
 * again after PostgreSQL has returned, and when the analysis completes. Baseline: the same analysis without the outage.
 */
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import {
  CONCURRENCY,
  createKey,
  openLossSetup,
  readAnalysis,
  startAnalysis,
  UNITS,
} from '../faults/lost-database.ts'
import { killPostgres, type ServerProcess, startServer } from '../faults/server-process.ts'
import { openProxy, type TcpProxy } from '../tcp-proxy.ts'
import { openBenchPostgres } from './bench-postgres.ts'
import { type Figure, report } from './figures.ts'
import { median } from './load.ts'

const ROUNDS = 3

interface Loss {
  what: string
  take(proxy: TcpProxy, dataFolder: string): Promise<void> | void
}

const LOSSES: Loss[] = [
  { what: 'stopped', take: (proxy) => proxy.refuse() },
  { what: 'frozen', take: (proxy) => proxy.freeze() },
  // The server connects directly to PostgreSQL and has to reconnect without help.
  { what: 'embedded, killed', take: (_, dataFolder) => killPostgres(dataFolder) },
]

/** Repeats a request until the condition is true. Returns the milliseconds since `begun`. */
async function since(begun: number, holds: () => Promise<boolean>): Promise<number> {
  while (!(await holds())) await pause(10)
  return performance.now() - begun
}

/** Measurements of one outage of a busy server, in milliseconds. */
async function lose(server: ServerProcess, key: string, name: string, loss: () => Promise<void> | void) {
  const read = (id: string) => readAnalysis(server, key, id)
  const ended = async (id: string) => (await read(id)).analysis?.status === 'completed'
  model.answer(UNITS)
  const usualStart = performance.now()
  const usualId = await startAnalysis(server, key, `usual ${name}`)
  const usual = await since(usualStart, () => ended(usualId))
  const readStart = performance.now()
  await read(usualId)
  const usualRead = performance.now() - readStart
  const id = await startAnalysis(server, key, name)
  await model.waiting(CONCURRENCY)
  const lostAt = performance.now()
  await loss()
  model.answer(UNITS)
  const refused = await since(lostAt, async () => (await read(id)).status === 503)
  const restoredAt = performance.now()
  await proxy.restore()
  const served = await since(restoredAt, async () => (await read(id)).status === 200)
  const completed = await since(restoredAt, () => ended(id))
  return { refused, served, completed, usual, usualRead }
}

const postgres = await openBenchPostgres()
const { model, environment, folder, close } = await openLossSetup()
const database = await postgres.database()
const proxy = await openProxy(database.databaseUrl)
for (const { what, take } of LOSSES) {
  const embedded = what.startsWith('embedded')
  const settings = {
    ...environment,
    LOG_LEVEL: 'silent',
    ...(!embedded && { DATABASE_URL: proxy.url }),
  }
  const server = await startServer(settings)
  const key = await createKey(settings, 1_000)
  const rounds: Awaited<ReturnType<typeof lose>>[] = []
  for (let round = 0; round < ROUNDS; round += 1)
    rounds.push(await lose(server, key, `${what} ${round}`, () => take(proxy, join(folder, 'data'))))
  await server.stop()
  const figure = (name: string, of: keyof Awaited<ReturnType<typeof lose>>): Figure => ({
    name,
    value: median(rounds.map((round) => round[of])),
    unit: 'ms',
    better: 'lower',
  })
  report(`database-away, ${what}`, [
    figure('until requests are refused', 'refused'),
    figure('a read before', 'usualRead'),
    figure('from return to the first success', 'served'),
    figure('from return until all is answered', 'completed'),
    figure('the same analysis before', 'usual'),
  ])
}
await proxy.close()
close()
await postgres.close()
