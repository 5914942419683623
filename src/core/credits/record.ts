import type { CreditEntry } from '../../generated/prisma/client.ts'
import type { CreditKind } from '../../generated/prisma/enums.ts'

/** One line of the ledger. */
export interface CreditEntryRecord {
  id: string
  kind: CreditKind
  /** Magnitude, also where nothing moves. */
  credits: number
  /** What it changed the balance by. */
  amount: number
  balanceAfter: number
  /** What it was for, such as `batch:<id>`. */
  cause: string
  createdAt: Date
}

/** A line of the ledger as it is shown. */
export function recordOf(entry: CreditEntry): CreditEntryRecord {
  const { id, kind, credits, amount, balanceAfter, cause, createdAt } = entry
  return { id, kind, credits, amount, balanceAfter, cause, createdAt }
}
