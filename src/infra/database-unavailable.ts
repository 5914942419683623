/**
 * SQLSTATE codes of temporary failures (PostgreSQL, appendix A): 08 connection exceptions, 25006 read-only (a standby, or writes
 * were disabled), 25P03 an idle transaction was ended, 53 insufficient resources (a full disk, too many connections), 57P01 to
 * 57P03 the server stops, has crashed or starts, 57P05 an idle session was ended, 58030 I/O error.
 */
const SQL_STATE = /^(08...|25006|25P03|53...|57P0[1235]|58030)$/

/** Error codes of Node.js for an unreachable server. */
const SYSTEM_CODE =
  /^(ECONNREFUSED|ECONNRESET|ECONNABORTED|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EAI_AGAIN)$/

/** Prisma's codes: unreachable, timed out (two codes), closed, no free connection in time, too many connections. */
const PRISMA_CODE = /^(P1001|P1002|P1008|P1017|P2024|P2037)$/

/** Error kinds of Prisma's driver adapter, which P2010 (raw queries) and P2039 wrap. */
const ADAPTER_KIND = /^(DatabaseNotReachable|ConnectionClosed|SocketTimeout|TooManyConnections)$/

/** Messages of pg, pg-pool and Prisma (P2028) errors that have no specific code. */
const MESSAGE =
  /^(Connection terminated|Client has encountered a connection error|Client was closed|timeout exceeded when trying to connect|Query read timeout)|Unable to start a transaction in the given time/

/**
 * Whether an error of pg or Prisma means that the database is unavailable: it cannot be reached, refuses connections, or cannot
 * store data. The statement itself is valid and may succeed later.
 */
export function isDatabaseUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const { code, meta } = error as Error & { code?: unknown; meta?: { driverAdapterError?: unknown } }
  if (typeof code === 'string' && [SQL_STATE, SYSTEM_CODE, PRISMA_CODE].some((codes) => codes.test(code)))
    return true
  if (MESSAGE.test(error.message)) return true
  const { kind, originalCode } = adapterCause(meta?.driverAdapterError ?? error)
  return ADAPTER_KIND.test(kind) || SQL_STATE.test(originalCode)
}

/** Returns the cause of a DriverAdapterError, which is an object that describes an error of the driver. */
function adapterCause(error: unknown): { kind: string; originalCode: string } {
  const cause = typeof error === 'object' && error !== null && 'cause' in error ? error.cause : null
  const { kind, originalCode } = (cause ?? {}) as { kind?: unknown; originalCode?: unknown }
  return { kind: String(kind ?? ''), originalCode: String(originalCode ?? '') }
}
