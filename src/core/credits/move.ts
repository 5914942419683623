import type { CreditKind, Prisma } from '../../generated/prisma/client.ts'
import { newId } from '../ids.ts'

/** A change of an organization's credits and its entry in the ledger. */
export interface CreditMove {
  organizationId: string
  kind: CreditKind
  /** Magnitude, zero or more. */
  credits: number
  /** What it is for, such as `batch:<id>`. An organization has at most one entry of a kind for a cause. */
  cause: string
  /** For a charge: nothing was reserved, so that the charge itself takes the credits. */
  direct?: boolean
}

/** `already_moved`: an entry of this kind for this cause exists. `insufficient`: the balance would be negative. Nothing moves in both cases. */
export type MoveOutcome = 'moved' | 'already_moved' | 'insufficient'

/**
 * The only writer of the ledger: adds the entry and changes the balance in one statement, under the lock of the
 * organization's row, and only if the balance stays at zero or above. `grant` and `refund` add to the balance, `reserve`
 * takes from it. `charge` settles an earlier reservation and leaves the balance as it is, or takes from it when it is `direct`.
 */
export async function moveCredits(
  db: Prisma.TransactionClient,
  { organizationId, kind, credits, cause, direct = false }: CreditMove,
): Promise<MoveOutcome> {
  const amount = signedAmount(kind, credits, direct)
  // Locked by a separate statement, so that of two writers with the same cause the second sees the entry of the first.
  const balance = await lockBalance(db, organizationId)
  const present = await db.creditEntry.count({ where: { organizationId, kind, cause } })
  if (present > 0) return 'already_moved'
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
 * Locks the organization for a move of credits and returns its balance in credits. A transaction that inserts other rows of
 * the organization before it moves credits must call this first: two transactions that hold the weaker lock of a foreign key
 * and both want this one would deadlock.
 * @throws {Error} when the organization does not exist
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
