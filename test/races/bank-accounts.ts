import type pg from 'pg'
import type { Installation } from '../faults/scenarios/installation.ts'
import { type LedgerEntry, orderLedger } from './ledger-order.ts'

/**
 * Compares the balance of the organization, its ledger and its analyses in one statement, so at one moment. Returns null, or
 * the sums if they do not match.
 */
export async function findAccounts(database: pg.Pool, organizationId: string): Promise<string | null> {
  const { rows } = await database.query<
    Record<'balance' | 'ledger' | 'granted' | 'reserved' | 'charged', number>
  >(
    `SELECT credit_balance AS balance,
       (SELECT coalesce(sum(amount), 0)::int FROM credit_entry WHERE organization_id = o.id) AS ledger,
       (SELECT coalesce(sum(amount), 0)::int FROM credit_entry
         WHERE organization_id = o.id AND kind = 'grant') AS granted,
       (SELECT coalesce(sum(credits_reserved - credits_charged - credits_refunded), 0)::int FROM batch
         WHERE organization_id = o.id) AS reserved,
       (SELECT coalesce(sum(credits_charged), 0)::int FROM batch WHERE organization_id = o.id) AS charged
     FROM organization o WHERE id = $1`,
    [organizationId],
  )
  const [row] = rows
  if (!row) return 'the organization is gone'
  const { balance, ledger, granted, reserved, charged } = row
  const isRight =
    balance === ledger && balance >= 0 && reserved >= 0 && balance + reserved + charged === granted
  return isRight ? null : JSON.stringify(row)
}

/** Reads the ledger, oldest entry first. */
export async function findLedger({ database, organizationId }: Installation): Promise<{
  ledger: LedgerEntry[]
  /** Returns the index of the entry that reserved the credits of an analysis, or -1. */
  reserveOf(analysisId: string): number
}> {
  const { rows } = await database.query<LedgerEntry>(
    `SELECT id, kind, cause, amount, balance_after AS "balanceAfter" FROM credit_entry WHERE organization_id = $1`,
    [organizationId],
  )
  const batches = await database.query<{ id: string; analysisId: string }>(
    'SELECT id, analysis_id AS "analysisId" FROM batch WHERE organization_id = $1',
    [organizationId],
  )
  const ledger = orderLedger(rows)
  const reserves = new Map(
    ledger.flatMap(({ kind, cause }, index) => (kind === 'reserve' ? [[cause, index]] : [])),
  )
  const causes = new Map(batches.rows.map(({ id, analysisId }) => [analysisId, `batch:${id}`]))
  return { ledger, reserveOf: (analysisId) => reserves.get(causes.get(analysisId) ?? '') ?? -1 }
}
