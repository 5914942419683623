import { z } from 'zod'
import { type Enumeration, enumSchema } from '../../definitions/enumeration.ts'
import type { CreditKind } from '../../generated/prisma/enums.ts'

/** What an entry of the ledger does. */
export const CREDIT_KINDS = {
  grant: 'Adds credits.',
  reserve: 'Reserves credits for work that starts.',
  charge:
    'Charges credits: reserved ones, which have left the balance already, or directly from the balance.',
  refund: 'Refunds reserved credits for work that failed.',
} as const satisfies Enumeration<CreditKind>

/** One line of the ledger. */
export const creditEntryDefinition = z.object({
  id: z.uuid().describe('Its id in the database.'),
  kind: enumSchema(CREDIT_KINDS, 'What kind of entry it is.'),
  credits: z
    .int()
    .nonnegative()
    .describe('The number of credits it is about, also if the balance does not change.'),
  amount: z.int().describe('The change of the balance; negative when credits leave it.'),
  balanceAfter: z.int().nonnegative().describe('The balance after this entry.'),
  cause: z.string().describe('What the credits were for, such as `batch:` and the id of an analysis.'),
  createdAt: z.date().describe('When it was written.'),
})

export type CreditEntryRecord = z.output<typeof creditEntryDefinition>
