import type { CreditKind, Prisma } from '../../generated/prisma/client.ts'
import { newId } from '../ids.ts'

export interface CreditMove {
  organizationId: string
  kind: CreditKind
  /** Magnitude, zero or more. */
  credits: number
  /** What it is for, such as `batch:<id>`. An organization sees one entry of a kind for a cause, however often it is written. */
  cause: string
  /** Of a charge: that nothing was reserved for it, so that it takes the credits itself. */
  direct?: boolean
}

export type MoveOutcome = 'moved' | 'already_moved' | 'insufficient'

/**
 * The only writer of the ledger: entry and balance move in one statement, under the lock of the organization's row, and
 * only if the balance stays at zero or above. `grant` and `refund` add, `reserve` takes, `charge` settles a reservation without moving anything, or, when
 * it is `direct`, takes.
 */
export async function moveCredits(
  db: Prisma.TransactionClient,
  { organizationId, kind, credits, cause, direct = false }: CreditMove,
): Promise<MoveOutcome> {
  const amount = signedAmount(kind, credits, direct)
  // The row lock comes first, in a statement of its own: of two writers with one cause the second sees the first one's entry.
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
 * Takes the lock that every move needs, and tells the balance. For transactions that write other rows of the organization
 * before they move credits: a foreign key's weaker lock cannot become this one while another transaction has it too.
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
