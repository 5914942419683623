import { afterAll, beforeAll, expect, it } from 'vitest'
import { expectedError } from '../../src/core/foundation/database-errors.ts'
import { type Database, openDatabase } from '../../src/infra/database.ts'
import { eventually } from '../eventually.ts'
import { createDatabase } from '../world.ts'

let test: { databaseUrl: string; drop(): Promise<void> }
let database: Database
beforeAll(async () => {
  test = await createDatabase()
  database = openDatabase(test.databaseUrl)
})
afterAll(async () => {
  await database?.close()
  await test?.drop()
})

it('a process that is paused in a transaction loses its locks, and then the transaction', async () => {
  const paused = database.prisma.$transaction(
    async (tx) => {
      await tx.$queryRaw`SELECT 1 FROM pg_advisory_xact_lock(1)`
      await eventually(async () => {
        const { rows } = await database.pool.query('SELECT pg_try_advisory_xact_lock(1) AS taken')
        expect(rows).toEqual([{ taken: true }])
      })
      await tx.$queryRaw`SELECT 1`
    },
    { timeout: 60_000 },
  )
  const error = await paused.catch((error: unknown) => error)
  expect(expectedError(error)?.code).toBe('SERVICE_UNAVAILABLE')
})
