import { type ChildProcess, spawn } from 'node:child_process'
import { chmodSync, existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { openEmbeddedPostgres } from '../../src/infra/embedded-postgres.ts'
import { eventually } from '../eventually.ts'
import { runJson, startServer } from './server-process.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'answergraph-signals-'))
  chmodSync(folder, 0o755)
})
// The processes of a group end one after the other, and may still write.
afterEach(() => eventually(() => rmSync(folder, { recursive: true, force: true })))

const dataFolder = () => join(folder, 'data')
const postgresRuns = () => existsSync(join(dataFolder(), 'postgres', 'postmaster.pid'))

/** Runs `npm start` in its own process group, possibly under another command, and waits until PostgreSQL runs. */
async function startNpm(under: readonly string[]): Promise<ChildProcess> {
  const { PATH = '', HOME = '' } = process.env
  const [command = '', ...parameters] = [...under, 'npm', 'start', '--', '--port', '0']
  const child = spawn(command, parameters, {
    env: { PATH, HOME, DATA_DIR: dataFolder() },
    stdio: ['ignore', 'ignore', 'ignore'],
    detached: true,
  })
  await eventually(async () => expect(postgresRuns()).toBe(true))
  return child
}

it('two signals at once are one request to stop: the server exits with 0, and PostgreSQL with it', async () => {
  const server = await startServer({ DATA_DIR: dataFolder() })
  expect(postgresRuns()).toBe(true)
  process.kill(Number(server.pid), 'SIGTERM')
  process.kill(Number(server.pid), 'SIGINT')
  expect(await server.exit).toBe(0)
  expect(postgresRuns()).toBe(false)
}, 60_000)

it('a signal to the whole process group of npm start leaves no PostgreSQL behind', async () => {
  const child = await startNpm([])
  // A negative id is the group. npm forwards the signal as well, so the server receives it twice.
  process.kill(-Number(child.pid), 'SIGINT')
  await eventually(async () => expect(postgresRuns()).toBe(false))
}, 90_000)

it('kill -9 of the server leaves no PostgreSQL behind, and the next start recovers', async () => {
  const server = await startServer({ DATA_DIR: dataFolder() })
  const { id } = await runJson<{ id: string }>(['org', 'create', '--name', 'Acme'], {
    DATA_DIR: dataFolder(),
  })
  await server.kill()
  await eventually(async () => expect(postgresRuns()).toBe(false))
  const next = await startServer({ DATA_DIR: dataFolder() })
  const members = await runJson(['user', 'list', '--org', id], { DATA_DIR: dataFolder() })
  expect(members).toEqual([])
  await next.stop()
  expect(postgresRuns()).toBe(false)
}, 90_000)

it('kill -9 of the server leaves PostgreSQL to another process that uses it, and stops with that one', async () => {
  const server = await startServer({ DATA_DIR: dataFolder() })
  const other = await openEmbeddedPostgres(dataFolder())
  await server.kill()
  const client = new pg.Client({ connectionString: other.url })
  await client.connect()
  expect((await client.query('SELECT count(*)::int AS count FROM organization')).rows).toEqual([{ count: 0 }])
  await client.end()
  await other.release()
  expect(postgresRuns()).toBe(false)
}, 90_000)

it.each([
  ['kill -9 of npm', (pid: number) => process.kill(pid, 'SIGKILL')],
  ['a signal to npm alone', (pid: number) => process.kill(pid, 'SIGTERM')],
])(
  '%s leaves no PostgreSQL behind',
  async (_, end) => {
    const child = await startNpm([])
    end(Number(child.pid))
    await eventually(async () => expect(postgresRuns()).toBe(false))
  },
  90_000,
)

it('`timeout`, which signals npm and its children, leaves no PostgreSQL behind', async () => {
  const child = await startNpm(['timeout', '--preserve-status', '6'])
  await new Promise((resolve) => child.once('exit', resolve))
  await eventually(async () => expect(postgresRuns()).toBe(false))
}, 90_000)
