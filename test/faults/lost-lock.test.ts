import { afterEach, beforeEach, expect, it } from 'vitest'
import { eventually } from '../eventually.ts'
import { openProxy, type TcpProxy } from '../tcp-proxy.ts'
import { createDatabase } from '../world.ts'
import {
  CONCURRENCY,
  createKey,
  type LossSetup,
  openLossSetup,
  readAnalysis,
  startAnalysis,
  timesAsked,
  UNITS,
} from './lost-database.ts'
import { type ServerProcess, startServer } from './server-process.ts'

let setup: LossSetup
let database: Awaited<ReturnType<typeof createDatabase>>
let proxy: TcpProxy
let environment: Record<string, string>
let server: ServerProcess
let secondServer: ServerProcess | undefined
beforeEach(async () => {
  setup = await openLossSetup()
  database = await createDatabase()
  proxy = await openProxy(database.databaseUrl)
  environment = { ...setup.environment, DATABASE_URL: proxy.url }
  server = await startServer(environment)
}, 120_000)
afterEach(async () => {
  await Promise.all([server.kill(), secondServer?.kill()])
  secondServer = undefined
  await proxy.close()
  await database.drop()
  setup.close()
})

it('a server without Redis exits with the reason if another server took over its database while it was disconnected', async () => {
  await proxy.refuse()
  // The second server connects directly, without the proxy.
  const direct = { ...environment, DATABASE_URL: database.databaseUrl }
  secondServer = await eventually(() => startServer(direct))
  await proxy.restore()
  expect(await server.exit).toBe(1)
  expect(server.output.join('')).toContain('is already used by another Answergraph process')
  expect((await fetch(`${secondServer.url}/readyz`)).status).toBe(200)
}, 120_000)

it('a server stopped while its database is unavailable exits after the grace period and logs how many answers are lost; the next server asks those questions again', async () => {
  const { model } = setup
  const key = await createKey(environment, 100)
  const analysisId = await startAnalysis(server, key, 'tool')
  await model.waiting(CONCURRENCY)
  await proxy.refuse()
  model.answer(CONCURRENCY)
  await eventually(() => expect(server.output.join('')).toContain('the database was lost'))
  expect(await server.stop()).toBe(0)
  const [lost] = /\{[^\n]*could not be stored[^\n]*/.exec(server.output.join('')) ?? []
  expect(JSON.parse(lost ?? '{}')).toMatchObject({ answers: CONCURRENCY })
  await proxy.restore()
  server = await startServer(environment)
  model.answer(UNITS)
  await eventually(async () => {
    const { analysis } = await readAnalysis(server, key, analysisId)
    expect(analysis?.progress).toEqual({ total: UNITS, completed: UNITS, failed: 0 })
  })
  expect(timesAsked(model, 'tool').sort()).toEqual([
    ...Array(UNITS - CONCURRENCY).fill(1),
    ...Array(CONCURRENCY).fill(2),
  ])
}, 120_000)
