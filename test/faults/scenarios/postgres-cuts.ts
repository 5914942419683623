import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { migrate } from '../../../src/infra/migrate.ts'
import {
  giveToPostgres,
  type OwnPostgres,
  type OwnPostgresOptions,
  startOwnPostgres,
} from '../../own-postgres.ts'
import { openProxy } from '../../tcp-proxy.ts'
import { fillDisk } from '../fill-disk.ts'
import { startOwnRedis } from '../own-redis.ts'
import { startPgBouncer } from '../pgbouncer.ts'
import type { Cut } from './cut-service.ts'
import type { Installation } from './installation.ts'
import type { Services } from './services.ts'

const DATABASE = 'answergraph'

/** Starts PostgreSQL with a migrated database, and a Redis. */
export async function openServers(
  options: OwnPostgresOptions = {},
): Promise<{ postgres: OwnPostgres; services: Services }> {
  const redis = await startOwnRedis()
  const postgres = await startOwnPostgres([DATABASE], options)
  const databaseUrl = postgres.urlOf(DATABASE)
  await migrate(databaseUrl)
  const services: Services = {
    databaseUrl,
    redisUrl: redis.url,
    async close() {
      await redis.kill()
      await postgres.close()
    },
  }
  return { postgres, services }
}

/** Executes a statement on a server, and returns its rows. */
export async function query(postgres: OwnPostgres, statement: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: postgres.urlOf(DATABASE) })
  // The server may stop because of the statement. The statement rejects then.
  client.on('error', () => {})
  await client.connect()
  const { rows } = await client.query(statement).finally(() => client.end().catch(() => {}))
  return rows
}

/** Connections of two gateways and two workers, according to docs/operations.md, and of the checks of the test. */
const CONNECTIONS = 4 * 11 + 2
/** Connections that PostgreSQL reserves for superusers. The user of the tests is one, but must not need them. */
const RESERVED = 3
const STORM_CLIENTS = 100

/**
 * PostgreSQL stops without a checkpoint, and allows only as many connections as the documentation says. When it is back, 100
 * clients send requests at the same time.
 */
export async function postgresStopped(): Promise<Cut> {
  const settings = {
    max_connections: String(CONNECTIONS + RESERVED),
    superuser_reserved_connections: String(RESERVED),
  }
  const { postgres, services } = await openServers({ settings })
  let storm = Promise.resolve()
  return {
    services,
    begin: () => postgres.stop(),
    async end(installation) {
      await postgres.start()
      storm = sendMany(installation)
    },
    async repair() {
      await storm
      const refused = readFileSync(join(postgres.folder, 'log'), 'utf8').match(
        /too many clients|remaining connection slots/g,
      )
      if (refused) throw new Error(`PostgreSQL refused ${refused.length} connections`)
    },
  }
}

/** Sends requests of many clients at the same time, until each client has got one response of each gateway. */
async function sendMany({ gateways, send }: Installation): Promise<void> {
  const body = JSON.stringify({ query: '{ viewer { organization { credits } } }' })
  const served = async (gateway: string) => {
    for (;;) {
      const response = await send(gateway, '/graphql', { method: 'POST', body })
      const { data } = (await response.json()) as { data?: { viewer: object } | null }
      if (data) return
    }
  }
  await Promise.all(
    gateways.flatMap((gateway) => Array.from({ length: STORM_CLIENTS }, () => served(gateway))),
  )
}

/**
 * The primary stops without a checkpoint, and its synchronous standby is promoted. Processes reach the current primary at
 * the same address, as with a proxy or a moved IP address.
 */
export async function postgresFailover(): Promise<Cut> {
  const { postgres, services } = await openServers()
  const proxy = await openProxy(postgres.urlOf(DATABASE))
  let primary = postgres
  let standby = await followSynchronously(primary)
  return {
    services: {
      ...services,
      databaseUrl: proxy.url,
      async close() {
        await proxy.close()
        await services.close()
        await Promise.all([primary.close(), standby.close()])
      },
    },
    begin: () => primary.stop(),
    async end() {
      await standby.promote()
      proxy.redirect(standby.urlOf(DATABASE))
    },
    async repair() {
      await primary.close()
      primary = standby
      standby = await followSynchronously(primary)
    },
  }
}

/** Starts a standby that must have each transaction before the primary commits it. */
async function followSynchronously(primary: OwnPostgres): Promise<OwnPostgres> {
  const standby = await primary.openStandby()
  // Set after the copy was made, so that the standby does not wait for a standby when it is promoted.
  await query(primary, `ALTER SYSTEM SET synchronous_standby_names = 'standby'`)
  await query(primary, 'SELECT pg_reload_conf()')
  return standby
}

/** All connections go through PgBouncer in transaction mode. PostgreSQL stops without a checkpoint, and is started again. */
export async function postgresBehindPgBouncer(): Promise<Cut> {
  const { postgres, services } = await openServers()
  const bouncer = await startPgBouncer(postgres, DATABASE)
  return {
    services: {
      ...services,
      databaseUrl: `${bouncer.url}?pgbouncer=true`,
      checkUrl: services.databaseUrl,
      async close() {
        await bouncer.close()
        await services.close()
      },
    },
    begin: () => postgres.stop(),
    end: () => postgres.start(),
  }
}

/**
 * The disk of the write-ahead log is full, so PostgreSQL ends. An operator then frees the disk and starts it again.
 * Returns null if this user cannot mount a file system in memory.
 */
export async function walDiskFull(): Promise<Cut | null> {
  const folder = mkdtempSync(join(tmpdir(), 'answergraph-wal-'))
  const mounted =
    spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=160m,mode=755', 'tmpfs', folder]).status === 0
  if (!mounted) return null
  giveToPostgres(folder)
  const walFolder = join(folder, 'wal')
  mkdirSync(walFolder)
  giveToPostgres(walFolder)
  const filler = join(folder, 'filler')
  const settings = { min_wal_size: '32MB', max_wal_size: '64MB' }
  const { postgres, services } = await openServers({ settings, walFolder })
  return {
    services: {
      ...services,
      async close() {
        await services.close()
        spawnSync('umount', ['-l', folder])
        rmSync(folder, { recursive: true, force: true })
      },
    },
    async begin() {
      fillDisk(filler)
      // Uses up the files that PostgreSQL has prepared. Rejects when it ends.
      await query(
        postgres,
        `DO $$ BEGIN
           FOR switch IN 1..20 LOOP
             PERFORM pg_logical_emit_message(false, 'filler', 'x');
             PERFORM pg_switch_wal();
           END LOOP;
         END $$`,
      ).then(
        () => {
          throw new Error('PostgreSQL still runs with a full disk')
        },
        () => {},
      )
    },
    async end() {
      rmSync(filler)
      await postgres.stop()
      await postgres.start()
    },
  }
}

/** Each commit takes 100 milliseconds longer, as on a slow disk. */
export async function slowDisk(): Promise<Cut> {
  // PostgreSQL applies `commit_delay` only if it flushes the log.
  const { postgres, services } = await openServers({ settings: { fsync: 'on' } })
  const setDelay = async (microseconds: number) => {
    await query(postgres, 'ALTER SYSTEM SET commit_siblings = 0')
    await query(postgres, `ALTER SYSTEM SET commit_delay = ${microseconds}`)
    await query(postgres, 'SELECT pg_reload_conf()')
  }
  return {
    services,
    begin: () => setDelay(100_000),
    end: () => setDelay(0),
  }
}
