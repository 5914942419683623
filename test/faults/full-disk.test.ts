import { spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { eventually } from '../eventually.ts'
import { fillDisk } from './fill-disk.ts'
import {
  CONCURRENCY,
  createKey,
  creditsOf,
  type LossSetup,
  openLossSetup,
  readAnalysis,
  startAnalysis,
  timesAsked,
  UNITS,
} from './lost-database.ts'
import { type ServerProcess, startServer } from './server-process.ts'

/** Text that PostgreSQL cannot compress, so each answer needs new disk pages. */
const TEXT = `Acme is the best choice.\n\n${randomBytes(60_000).toString('base64')}`

let setup: LossSetup
let disk: string
let filler: string
let mounted = false
beforeAll(async () => {
  setup = await openLossSetup({ text: TEXT })
  disk = join(setup.folder, 'data')
  filler = join(disk, 'filler')
  mkdirSync(disk, { mode: 0o755 })
  mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=400m,mode=755', 'tmpfs', disk]).status === 0
  if (!mounted) console.warn('Skipped the test of a full disk: this user cannot mount a tmpfs.')
})
afterAll(() => {
  if (mounted) spawnSync('umount', ['-l', disk])
  setup.close()
})

it('while the database disk is full, answers are kept and no questions are asked; no answer is lost or bought twice', async (context) => {
  if (!mounted) return context.skip()
  const { model, environment } = setup
  const server: ServerProcess = await startServer(environment)
  const key = await createKey(environment, 100)
  const analysisId = await startAnalysis(server, key, 'tool')
  await model.waiting(CONCURRENCY)
  fillDisk(filler)
  model.answer(UNITS)
  await eventually(() => expect(server.output.join('')).toContain('answers cannot be stored'))
  // The model would have answered further questions immediately, so none were sent.
  expect(timesAsked(model, 'tool')).toEqual(Array(CONCURRENCY).fill(1))
  rmSync(filler)
  await eventually(async () => {
    const { analysis } = await readAnalysis(server, key, analysisId)
    expect(analysis?.progress).toEqual({ total: UNITS, completed: UNITS, failed: 0 })
  })
  expect(timesAsked(model, 'tool')).toEqual(Array(UNITS).fill(1))
  expect(await creditsOf(server, key)).toBe(100 - UNITS)
  expect(await server.stop()).toBe(0)
  fillDisk(filler)
  await expect(startServer(environment)).rejects.toThrow('no space left on device')
}, 180_000)
