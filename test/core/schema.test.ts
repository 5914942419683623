import pg from 'pg'
import { expect, inject, it } from 'vitest'
import { migrate, schemaSql } from '../../src/infra/migrate.ts'
import { createDatabase } from '../world.ts'

const COLUMNS = `SELECT table_name, column_name, data_type, udt_name, is_nullable, column_default
  FROM information_schema.columns WHERE table_schema = 'public' AND table_name <> '_prisma_migrations'
  ORDER BY table_name, column_name`
const INDEXES = `SELECT indexdef FROM pg_indexes WHERE schemaname = 'public' AND tablename <> '_prisma_migrations'
  AND indexdef NOT LIKE '% WHERE %' ORDER BY indexdef`

it('the migrations make exactly the tables of schema.prisma', async () => {
  const migrated = await createDatabase()
  const plain = await emptyDatabase()
  try {
    await statements(plain.url, await schemaSql(plain.url))
    for (const query of [COLUMNS, INDEXES]) {
      const wanted = await statements(plain.url, query)
      expect(await statements(migrated.databaseUrl, query), 'write a migration for the difference').toEqual(
        wanted,
      )
    }
  } finally {
    await migrated.drop()
    await plain.drop()
  }
})

it('five starters of one empty database at once leave it migrated, each migration applied once', async () => {
  const { url, drop } = await emptyDatabase()
  try {
    const applied = await Promise.all(Array.from({ length: 5 }, () => migrate(url)))
    expect(applied.filter((names) => names.length > 0)).toHaveLength(1)
    const names = (await statements(url, 'SELECT migration_name FROM _prisma_migrations')).map((row) => row)
    expect(names).toHaveLength(applied.flat().length)
    expect(await migrate(url)).toEqual([])
  } finally {
    await drop()
  }
})

async function emptyDatabase() {
  const server = inject('databaseUrl')
  const name = `empty_${Math.random().toString(36).slice(2)}`
  await statements(server, `CREATE DATABASE ${name}`)
  const drop = () => statements(server, `DROP DATABASE ${name} WITH (FORCE)`)
  return { url: server.replace(/\/postgres$/, `/${name}`), drop }
}

async function statements(url: string, text: string): Promise<object[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    const { rows } = await client.query(text)
    return rows
  } finally {
    await client.end()
  }
}
