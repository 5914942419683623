/**
 * Measures reads in two databases of `npm run generate`: 100 times as many results, and the baseline. Set SCALE_SMALL
 * and SCALE_LARGE to their addresses, and SECRET_KEY to the key they were generated with.
 */
import pg from 'pg'
import { runJson } from '../faults/server-process.ts'
import { report } from './figures.ts'
import { median } from './load.ts'
import { startServer } from './processes.ts'
import { type ScaleRead, type ScaleTarget, scaleReads } from './scale-reads.ts'

const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 25)

const { SCALE_SMALL: small, SCALE_LARGE: large, SECRET_KEY: secret } = process.env
if (small && large && secret) await compare(small, large, secret)
else
  console.log('  skipped: set SCALE_SMALL, SCALE_LARGE and SECRET_KEY to two databases of `npm run generate`')

async function compare(small: string, large: string, secret: string): Promise<void> {
  const sides = [await open(small, secret), await open(large, secret)] as const
  const ratios: number[] = []
  try {
    for (const name of Object.keys(sides[0].reads)) {
      const times = [[], []] as [number[], number[]]
      for (let round = -3; round < ROUNDS; round += 1)
        for (const [index, side] of sides.entries()) {
          const time = await side.measure(name)
          // The first rounds are warm-up.
          if (round >= 0) times[index]?.push(time)
        }
      const [before, after] = [median(times[0]), median(times[1])]
      ratios.push(after / before)
      const ratio = (after / before).toFixed(2).padStart(6)
      console.log(`${ratio} × ${before.toFixed(1).padStart(8)} ${after.toFixed(1).padStart(8)} ms  ${name}`)
    }
  } finally {
    for (const side of sides) await side.close()
  }
  const figure = (name: string, value: number, aim?: number) =>
    ({ name, value, unit: '×', better: 'lower', ...(aim && { aim }) }) as const
  report(`reads of ${sides[1].results} results`, [
    figure(
      `slowest of ${ratios.length} reads, compared with ${sides[0].results} results`,
      Math.max(...ratios),
      1.3,
    ),
    figure('median read', median(ratios)),
  ])
}

/** Starts a server on a generated database. */
async function open(databaseUrl: string, secret: string) {
  const { target, results } = await newestProject(databaseUrl)
  const environment = {
    DATABASE_URL: databaseUrl,
    SECRET_KEY: secret,
    RATE_LIMIT_PER_MINUTE: '1000000',
    GRAPHQL_CACHE_MEGABYTES: '0',
    LOG_LEVEL: 'error',
  }
  const { key } = await runJson<{ key: string }>(
    ['key', 'create', '--project', target.projectId],
    environment,
  )
  const server = await startServer(
    [process.execPath, 'dist/main.js', 'start', '--port', '0', '--json'],
    environment,
  )
  const reads = scaleReads(target)
  return {
    reads,
    results,
    close: server.stop,
    /** Returns the milliseconds until the whole response was received. */
    async measure(name: string): Promise<number> {
      const read = reads[name]
      if (!read) throw new Error(`there is no read called ${name}`)
      const start = performance.now()
      const response = await send(server.url, key, read)
      const text = await response.text()
      const time = performance.now() - start
      if (!response.ok || text.includes('"errors"')) throw new Error(`${name}: ${text.slice(0, 500)}`)
      return time
    },
  }
}

function send(url: string, key: string, read: ScaleRead): Promise<Response> {
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' }
  if ('path' in read) return fetch(url + read.path, { headers })
  return fetch(`${url}/graphql`, { method: 'POST', headers, body: JSON.stringify(read) })
}

async function newestProject(databaseUrl: string): Promise<{ target: ScaleTarget; results: number }> {
  const client = new pg.Client(databaseUrl)
  await client.connect()
  try {
    const { rows } = await client.query<{ projectId: string; runIds: string[]; results: number }>(
      `SELECT p.id AS "projectId", array_agg(b.id ORDER BY b.id DESC) AS "runIds",
         (SELECT count(*)::int FROM result) AS results
       FROM (SELECT id FROM project ORDER BY id DESC LIMIT 1) p JOIN batch b ON b.project_id = p.id GROUP BY p.id`,
    )
    const { projectId = '', runIds: [runId = '', previousId = ''] = [], results = 0 } = rows[0] ?? {}
    const found = await client.query<{ resultId: string; promptId: string; domain: string }>(
      `SELECT r.id AS "resultId", p.prompt_id AS "promptId",
         (SELECT domain FROM batch_source WHERE batch_id = $1 ORDER BY citations DESC LIMIT 1) AS domain
       FROM result r JOIN batch_prompt p ON p.batch_id = r.batch_id AND p.ordinal = r.prompt_ordinal
       WHERE r.batch_id = $1 AND r.status = 'ok' ORDER BY r.ordinal LIMIT 1`,
      [runId],
    )
    const [first] = found.rows
    if (!first) throw new Error('the database has no answers; create it with `npm run generate`')
    return { target: { projectId, runIds: [runId, previousId], ...first }, results }
  } finally {
    await client.end()
  }
}
