import pg from 'pg'
import type { Prisma } from '../../generated/prisma/client.ts'
import type { Ctx } from '../foundation/context.ts'
import { AppError } from '../foundation/errors.ts'
import { scramSecret } from './scram.ts'

/** Connections that a role may have at a time. */
const CONNECTIONS = 10

/**
 * Defaults of its sessions. A session may change them, so they protect against mistakes. The missing privileges and the views
 * protect the data.
 */
const DEFAULTS = [
  "default_transaction_read_only = 'on'",
  "statement_timeout = '5min'",
  "idle_in_transaction_session_timeout = '5min'",
  'search_path = reporting',
]

/**
 * Creates a role of PostgreSQL without privileges, or changes the password of an existing one. Returns the name of the database.
 * @throws {AppError} FORBIDDEN if the user of DATABASE_URL may not do this
 */
export async function saveDatabaseRole(
  db: Prisma.TransactionClient,
  { role, password }: { role: string; password: string },
): Promise<string> {
  const name = pg.escapeIdentifier(role)
  const login = `LOGIN NOINHERIT CONNECTION LIMIT ${CONNECTIONS} PASSWORD ${pg.escapeLiteral(scramSecret(password))}`
  try {
    const exists = await roleExists(db, role)
    await db.$executeRawUnsafe(`${exists ? 'ALTER' : 'CREATE'} ROLE ${name} ${login}`)
    for (const value of DEFAULTS) await db.$executeRawUnsafe(`ALTER ROLE ${name} SET ${value}`)
    const [state] = await db.$queryRaw<{ database: string; connects: boolean }[]>`
      SELECT current_database() AS database, has_database_privilege(${role}, current_database(), 'CONNECT') AS connects`
    if (!state) throw new Error('PostgreSQL returned no row')
    if (!state.connects)
      await db.$executeRawUnsafe(
        `GRANT CONNECT ON DATABASE ${pg.escapeIdentifier(state.database)} TO ${name}`,
      )
    return state.database
  } catch (error) {
    if (!isDenied(error)) throw error
    throw new AppError(
      'FORBIDDEN',
      'The user in DATABASE_URL may not manage roles. Grant it CREATEROLE, or create the role by hand: see docs/exports.md.',
      { cause: error },
    )
  }
}

/** Returns whether PostgreSQL has the role. */
export async function roleExists(db: Prisma.TransactionClient, role: string): Promise<boolean> {
  const rows = await db.$queryRaw<object[]>`SELECT 1 AS found FROM pg_roles WHERE rolname = ${role}`
  return rows.length > 0
}

/**
 * Ends the sessions of a role and drops it. Its row in `reporting_role` must be gone: from then on, its sessions see no rows.
 * @returns false if the user of DATABASE_URL may not drop the role, or the role has privileges that were granted by hand
 */
export async function dropDatabaseRole(ctx: Ctx, role: string): Promise<boolean> {
  await endSessions(ctx, role)
  const { pool } = ctx.db
  const name = pg.escapeIdentifier(role)
  try {
    const { rows } = await pool.query<{ database: string }>(
      'SELECT current_database() AS database FROM pg_roles WHERE rolname = $1',
      [role],
    )
    if (rows[0])
      await pool.query(`REVOKE ALL ON DATABASE ${pg.escapeIdentifier(rows[0].database)} FROM ${name}`)
    await pool.query(`DROP ROLE IF EXISTS ${name}`)
    return true
  } catch (error) {
    ctx.deps.logger.warn({ error, role }, 'a reporting role could not be dropped')
    return false
  }
}

/** Ends the sessions of a role, if the user of DATABASE_URL may do this. */
export async function endSessions(ctx: Ctx, role: string): Promise<void> {
  await ctx.db.pool
    .query('SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename = $1', [role])
    .catch((error) =>
      ctx.deps.logger.warn({ error, role }, 'sessions of a reporting role could not be ended'),
    )
}

/** Whether PostgreSQL refused a statement (42501) that Prisma sent. */
function isDenied(error: unknown): boolean {
  return error instanceof Error && /42501|permission denied/.test(error.message + JSON.stringify(error))
}
