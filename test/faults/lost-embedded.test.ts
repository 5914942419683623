import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { eventually } from '../eventually.ts'
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
import { killPostgres, type ServerProcess, startServer } from './server-process.ts'

/** Maximum number of PostgreSQL restarts within ten minutes. */
const RESTARTS = 5

let setup: LossSetup
let server: ServerProcess
beforeEach(async () => {
  setup = await openLossSetup()
  server = await startServer(setup.environment)
}, 120_000)
afterEach(async () => {
  await server.stop()
  setup.close()
})

const ready = async () => expect((await fetch(`${server.url}/readyz`)).status).toBe(200)

it('an embedded PostgreSQL that is killed during an analysis is restarted: requests fail in the meantime, and no answer is lost or bought twice', async () => {
  const { model, environment, folder } = setup
  const key = await createKey(environment, 100)
  const analysisId = await startAnalysis(server, key, 'tool')
  await model.waiting(CONCURRENCY)
  killPostgres(join(folder, 'data'))
  model.answer(UNITS)
  await eventually(async () =>
    expect(await readAnalysis(server, key, analysisId)).toMatchObject({ status: 503, retryAfter: '2' }),
  )
  await eventually(ready)
  await eventually(async () => {
    const { analysis } = await readAnalysis(server, key, analysisId)
    expect(analysis?.progress).toEqual({ total: UNITS, completed: UNITS, failed: 0 })
  })
  expect(timesAsked(model, 'tool')).toEqual(Array(UNITS).fill(1))
  expect(await creditsOf(server, key)).toBe(100 - UNITS)
}, 120_000)

it('an embedded PostgreSQL that is killed repeatedly is restarted a limited number of times; then the server exits with the reason', async () => {
  for (let restart = 1; restart <= RESTARTS; restart += 1) {
    killPostgres(join(setup.folder, 'data'))
    await eventually(async () => {
      expect(server.output.join('').match(/the database is back/g)).toHaveLength(restart)
    })
    await eventually(ready)
  }
  killPostgres(join(setup.folder, 'data'))
  expect(await server.exit).toBe(1)
  expect(server.output.join('')).toContain('has stopped more than 5 times in ten minutes')
}, 120_000)
