import type { CreditKind, Prisma } from '../../generated/prisma/client.ts'
import { newId } from '../foundation/ids.ts'

/** A change of an organization's credits, recorded as a ledger entry. */
export interface CreditMove {
  organizationId: string
  kind: CreditKind
  /** Magnitude, zero or more. */
  credits: number
  /** Reason for the change, such as `batch:<id>`. An organization has at most one entry per kind and cause. */
  cause: string
  /** For a charge without an earlier reservation: the charge itself deducts the credits. */
  direct?: boolean
}

/**
 * `already_moved`: an entry with this kind and cause exists. `insufficient`: the balance would become negative. In both
 * cases the balance stays unchanged.
 */
export type MoveOutcome = 'moved' | 'already_moved' | 'insufficient'

/**
 * Adds a ledger entry and changes the balance in one statement, with the organization's row locked, and only if the
 * balance stays at zero or above. All writes to the ledger go through this function. `grant` and `refund` increase the
 * balance; `reserve` decreases it. `charge` settles an earlier reservation without changing the balance, unless it is
 * `direct`: then it decreases the balance.
 */
export async function moveCredits(
  db: Prisma.TransactionClient,
  { organizationId, kind, credits, cause, direct = false }: CreditMove,
): Promise<MoveOutcome> {
  const amount = signedAmount(kind, credits, direct)
  // Lock in a separate statement, so that the second of two writers with the same cause sees the entry of the first.
  const balance = await lockBalance(db, organizationId)
  const existing = await db.creditEntry.count({ where: { organizationId, kind, cause } })
  if (existing > 0) return 'already_moved'
  if (balance + amount < 0) return 'insufficient'
  await db.$executeRaw`
    WITH moved AS (
      UPDATE organization SET credit_balance = credit_balance + ${amount}, updated_at = now()
      WHERE id = ${organizationId}::uuid RETURNING credit_balance)
    INSERT INTO credit_entry (id, organization_id, kind, credits, amount, balance_after, cause)
    SELECT ${newId()}::uuid, ${organizationId}::uuid, ${kind}::"CreditKind", ${credits}, ${amount}, credit_balance, ${cause}
    FROM moved`
  return 'moved'
}

/**
 * Locks the organization for a credit change and returns its balance in credits. A transaction that inserts other rows
 * of the organization before it changes credits must call this first. Otherwise two such transactions would both hold
 * the weaker foreign key lock, both wait for this lock, and deadlock.
 * @throws {Error} if the organization does not exist
 */
export async function lockBalance(db: Prisma.TransactionClient, organizationId: string): Promise<number> {
  const [organization] = await db.$queryRaw<{ balance: number }[]>`
    SELECT credit_balance AS balance FROM organization WHERE id = ${organizationId}::uuid FOR UPDATE`
  if (!organization) throw new Error(`organization ${organizationId} does not exist`)
  return organization.balance
}

function signedAmount(kind: CreditKind, credits: number, direct: boolean): number {
  switch (kind) {
    case 'grant':
    case 'refund':
      return credits
    case 'reserve':
      return -credits
    case 'charge':
      return direct ? -credits : 0
  }
}
