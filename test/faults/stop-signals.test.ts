import { spawn } from 'node:child_process'
import { chmodSync, existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { eventually } from '../eventually.ts'
import { startServer } from './server-process.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'answergraph-signals-'))
  chmodSync(folder, 0o755)
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const dataFolder = () => join(folder, 'data')
const postgresRuns = () => existsSync(join(dataFolder(), 'postgres', 'postmaster.pid'))

it('two signals at once are one request to stop: the server exits with 0, and PostgreSQL with it', async () => {
  const server = await startServer({ DATA_DIR: dataFolder() })
  expect(postgresRuns()).toBe(true)
  process.kill(Number(server.pid), 'SIGTERM')
  process.kill(Number(server.pid), 'SIGINT')
  expect(await server.exit).toBe(0)
  expect(postgresRuns()).toBe(false)
}, 60_000)

it('a signal to the whole process group of npm start leaves no PostgreSQL behind', async () => {
  const { PATH = '', HOME = '' } = process.env
  const child = spawn('npm', ['start', '--', '--port', '0'], {
    env: { PATH, HOME, DATA_DIR: dataFolder() },
    stdio: ['ignore', 'pipe', 'ignore'],
    detached: true,
  })
  for await (const line of createInterface({ input: child.stdout })) if (line.startsWith('Stop with')) break
  child.stdout.resume()
  // A negative id is the group. npm forwards the signal as well, so the server receives it twice.
  process.kill(-Number(child.pid), 'SIGINT')
  await eventually(async () => expect(postgresRuns()).toBe(false))
}, 90_000)
