import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { expectedError } from '../../src/core/foundation/database-errors.ts'
import { type Database, openDatabase } from '../../src/infra/database.ts'
import { eventually } from '../eventually.ts'
import { openProxy, type TcpProxy } from '../tcp-proxy.ts'
import { createDatabase } from '../world.ts'

let test: { databaseUrl: string; drop(): Promise<void> }
let proxy: TcpProxy
let database: Database
beforeAll(async () => {
  test = await createDatabase()
  proxy = await openProxy(test.databaseUrl)
  database = openDatabase(proxy.url)
  await database.pool.query(`CREATE FUNCTION fail() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN RAISE EXCEPTION 'refused' USING ERRCODE = NEW.name; END $$`)
  await database.pool.query(
    'CREATE TRIGGER fail BEFORE INSERT ON organization FOR EACH ROW EXECUTE FUNCTION fail()',
  )
})
afterAll(async () => {
  await proxy.restore()
  await database.close()
  await proxy.close()
  await test.drop()
})

/** Functions that run a SQL statement in every way that the program uses. */
const WAYS: Record<string, (statement: string) => Promise<unknown>> = {
  'a statement of the pool': (statement) => database.pool.query(statement),
  'a raw statement of Prisma': (statement) => database.prisma.$executeRawUnsafe(statement),
  'a statement in a transaction of Prisma': (statement) =>
    database.prisma.$transaction((tx) => tx.$executeRawUnsafe(statement)),
  'a query of a model': () => database.prisma.organization.findMany(),
}

const codeOf = (work: Promise<unknown>) =>
  work.then(
    () => 'done',
    (error: unknown) => expectedError(error)?.code ?? error,
  )

describe.each(Object.entries(WAYS))('%s fails with SERVICE_UNAVAILABLE', (_, run) => {
  it('when its connection is cut', async () => {
    const locker = new pg.Client({ connectionString: test.databaseUrl })
    await locker.connect()
    await locker.query('BEGIN')
    await locker.query('LOCK TABLE organization')
    const waiting = codeOf(run('SELECT count(*) FROM organization'))
    await eventually(async () => {
      const { rowCount } = await locker.query(
        "SELECT FROM pg_locks WHERE relation = 'organization'::regclass AND NOT granted",
      )
      expect(rowCount).toBe(1)
    })
    proxy.cut()
    expect(await waiting).toBe('SERVICE_UNAVAILABLE')
    await locker.end()
  })
  it('when it cannot connect', async () => {
    await proxy.refuse()
    expect(await codeOf(run('SELECT 1'))).toBe('SERVICE_UNAVAILABLE')
    await proxy.restore()
  })
})

describe('an error from the database server', () => {
  const insert = (state: string) =>
    `INSERT INTO organization (id, name) VALUES (gen_random_uuid(), '${state}')`
  it.each(['53100', '53300', '57P01', '08006', '25006'])(
    'with SQLSTATE %s becomes SERVICE_UNAVAILABLE',
    async (state) => {
      for (const run of Object.values(WAYS).slice(0, 3))
        expect(await codeOf(run(insert(state)))).toBe('SERVICE_UNAVAILABLE')
      const model = database.prisma.organization.create({
        data: { id: crypto.randomUUID(), name: state, plan: 'pro' },
      })
      expect(await codeOf(model)).toBe('SERVICE_UNAVAILABLE')
    },
  )
  it.each(['23505', '42P01', '57014'])('with SQLSTATE %s stays an unexpected error', async (state) => {
    for (const run of Object.values(WAYS).slice(0, 3))
      expect(await codeOf(run(insert(state)))).toBeInstanceOf(Error)
  })
})
