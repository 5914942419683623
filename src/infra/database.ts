import { PrismaPg } from '@prisma/adapter-pg'
import pg from 'pg'
import { PrismaClient } from '../generated/prisma/client.ts'
import { DatabaseSockets } from './database-sockets.ts'

/** Connections to the database: Prisma for ordinary statements, and its pool for fast handwritten SQL. */
export interface Database {
  prisma: PrismaClient
  pool: pg.Pool
  /** The sockets of all connections to the database, including other pools. */
  sockets: DatabaseSockets
  close(): Promise<void>
}

/** Opens a migrated database with a pool of at most `connections`. */
export function openDatabase(url: string, { connections = 10 } = {}): Database {
  const sockets = new DatabaseSockets()
  const pool = openPool(url, { connections, sockets })
  const prisma = new PrismaClient({ adapter: new PrismaPg(pool) })
  return {
    prisma,
    pool,
    sockets,
    close: async () => {
      await prisma.$disconnect()
      await pool.end()
    },
  }
}

/**
 * Parameter of DATABASE_URL with which statements have no names. A statement with a name is prepared once per connection,
 * but PgBouncer in transaction mode executes it on any connection, and knows prepared statements only since 1.21.
 */
const BEHIND_PGBOUNCER = 'pgbouncer'

/**
 * Milliseconds after which PostgreSQL ends a transaction without statements, so that a process that was paused in the middle
 * of a transaction does not keep its locks. As long as a worker keeps its jobs (`LOCK_DURATION` in queue.ts).
 */
const IDLE_TRANSACTION_LIMIT = 10_000

/** Milliseconds without traffic after which the operating system checks a connection. */
const KEEP_ALIVE_DELAY = 10_000

/**
 * Opens a pool of at most `connections`.
 * @param options.schema search path of its statements; by default the search path of the database
 */
export function openPool(
  url: string,
  { connections, sockets, schema }: { connections: number; sockets: DatabaseSockets; schema?: string },
): pg.Pool {
  const isBehindPgBouncer = new URL(url).searchParams.get(BEHIND_PGBOUNCER) === 'true'
  const pool = new pg.Pool({
    connectionString: url,
    max: connections,
    application_name: sockets.name,
    stream: sockets.create,
    // Detects a lost route on idle connections.
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEP_ALIVE_DELAY,
    // In transaction mode, the setting would stay with a connection that other clients use.
    ...(!isBehindPgBouncer && { onConnect: limitIdleTransactions }),
    ...(schema && { options: `-c search_path=${schema}` }),
  })
  // Each BullMQ queue and worker adds a listener, and Node.js warns from the eleventh on.
  pool.setMaxListeners(0)
  // Idle connections report errors here when the server stops. The pool replaces them, and failed queries reject anyway.
  pool.on('error', () => {})
  // The user of the connection also receives the error. Without a listener, an error of an idle connection ends the process.
  pool.on('connect', (client) => client.on('error', () => {}))
  if (isBehindPgBouncer) pool.on('connect', removeStatementNames)
  return pool
}

/** Not a parameter of the start, because PgBouncer in session mode refuses unknown ones. */
async function limitIdleTransactions(client: pg.ClientBase): Promise<void> {
  await client.query(`SET idle_in_transaction_session_timeout = ${IDLE_TRANSACTION_LIMIT}`)
}

/** Makes a connection send all statements without their names. */
function removeStatementNames(client: pg.PoolClient): void {
  const send = client.query
  const query = (statement: unknown, ...parameters: unknown[]) =>
    Reflect.apply(send, client, [withoutName(statement), ...parameters])
  Object.defineProperty(client, 'query', { value: query })
}

function withoutName(statement: unknown): unknown {
  const isNamed = typeof statement === 'object' && statement !== null && 'name' in statement
  return isNamed ? { ...statement, name: undefined } : statement
}
