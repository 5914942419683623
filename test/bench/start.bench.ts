/** Measures the time from the start command to the first 200 on /readyz, and the memory of the idle process. */
import { spawn, spawnSync } from 'node:child_process'
import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { report } from './figures.ts'

const IDLE_SECONDS = 10

const folder = mkdtempSync(join(tmpdir(), 'answergraph-start-'))
// When run as root, PostgreSQL runs as another user that needs access.
chmodSync(folder, 0o755)
const port = await freePort()
try {
  // The baseline is a Node.js server that only listens. It is started and requested in the same way.
  const nothing = await median(5, () =>
    start(['-e', `require('http').createServer((q, s) => s.end()).listen(${port})`]),
  )
  const first = await start(['bin/answergraph.js', 'start', '--port', String(port)], true)
  const help = helpTime()
  const again = await median(5, () => start(['bin/answergraph.js', 'start', '--port', String(port)]))
  report('start', [
    { name: 'first start, with a new database', value: first.ready, unit: 'ms', better: 'lower', aim: 2_500 },
    { name: 'later starts', value: again.ready, unit: 'ms', better: 'lower', aim: 1_000 },
    {
      name: 'later starts, compared with a bare node:http server',
      value: again.ready / nothing.ready,
      unit: '×',
      better: 'lower',
    },
    { name: '--help', value: help, unit: 'ms', better: 'lower', aim: 150 },
    {
      name: `memory after ${IDLE_SECONDS} idle seconds, without PostgreSQL`,
      value: first.memory,
      unit: 'MB',
      better: 'lower',
      aim: 270,
    },
  ])
} finally {
  rmSync(folder, { recursive: true, force: true })
}

async function start(parameters: string[], idle = false): Promise<{ ready: number; memory: number }> {
  const begun = performance.now()
  const child = spawn(process.execPath, parameters, {
    stdio: 'ignore',
    env: { ...process.env, DATA_DIR: join(folder, 'data'), LOG_LEVEL: 'silent' },
  })
  const exit = new Promise((resolve) => child.once('exit', resolve))
  while (!(await answers())) {
    if (child.exitCode !== null) throw new Error(`ended with ${child.exitCode}`)
    await pause(10)
  }
  const ready = performance.now() - begun
  if (idle) await pause(IDLE_SECONDS * 1_000)
  const status = readFileSync(`/proc/${child.pid}/status`, 'utf8')
  const memory = Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / 1024
  child.kill('SIGTERM')
  await exit
  return { ready, memory }
}

/** Returns the median milliseconds of `--help`. */
function helpTime(): number {
  const times = Array.from({ length: 9 }, () => {
    const begun = performance.now()
    spawnSync(process.execPath, ['bin/answergraph.js', '--help'])
    return performance.now() - begun
  })
  return times.toSorted((a, b) => a - b)[4] ?? 0
}

function answers(): Promise<boolean> {
  return fetch(`http://127.0.0.1:${port}/readyz`).then(
    (response) => response.status === 200,
    () => false,
  )
}

function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds))
}

async function median(runs: number, run: () => Promise<{ ready: number; memory: number }>) {
  const results = []
  for (let index = 0; index < runs; index += 1) results.push(await run())
  return results.toSorted((a, b) => a.ready - b.ready)[Math.floor(runs / 2)] ?? { ready: 0, memory: 0 }
}

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0))
    })
  })
}
