import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { eventually } from '../eventually.ts'
import { freePort } from '../free-port.ts'
import type { OwnPostgres } from '../own-postgres.ts'

/** Whether PgBouncer is installed (Debian package `pgbouncer`). */
export const HAS_PGBOUNCER = !spawnSync('pgbouncer', ['--version']).error

/** A PgBouncer on the loopback address. */
export interface PgBouncer {
  /** URL of the database behind it. */
  url: string
  close(): Promise<void>
}

/** Starts a PgBouncer in transaction mode with the settings of docs/operations.md. */
export async function startPgBouncer(postgres: OwnPostgres, database: string): Promise<PgBouncer> {
  const port = await freePort()
  const file = join(postgres.folder, 'pgbouncer.ini')
  const pidFile = join(postgres.folder, 'pgbouncer.pid')
  const lines = [
    '[databases]',
    `${database} = host=127.0.0.1 port=${postgres.port} user=answergraph`,
    '[pgbouncer]',
    'listen_addr = 127.0.0.1',
    `listen_port = ${port}`,
    'unix_socket_dir =',
    'auth_type = any',
    'pool_mode = transaction',
    'max_client_conn = 200',
    'default_pool_size = 20',
    'idle_transaction_timeout = 10',
    `pidfile = ${pidFile}`,
  ]
  writeFileSync(file, lines.join('\n'))
  const asRoot = process.getuid?.() === 0
  // PgBouncer refuses to run as root.
  const [program, ...parameters] = asRoot
    ? ['runuser', '-u', 'postgres', '--', 'pgbouncer', file]
    : ['pgbouncer', file]
  const child = spawn(program ?? '', parameters, { stdio: 'ignore' })
  const ended = once(child, 'exit')
  const url = `postgres://answergraph@127.0.0.1:${port}/${database}`
  await eventually(async () => {
    const client = new pg.Client({ connectionString: url })
    await client.connect()
    await client.end()
  })
  return {
    url,
    async close() {
      process.kill(Number(readFileSync(pidFile, 'utf8')), 'SIGKILL')
      await ended
    },
  }
}
