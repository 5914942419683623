import { z } from 'zod'
import { enumSchema } from '../../definitions/fields/enum-schema.ts'
import type { Enumeration } from '../../definitions/fields/enumeration.ts'
import type { CreditKind } from '../../generated/prisma/enums.ts'

/** Kinds of ledger entries. */
export const CREDIT_KINDS = {
  grant: 'Adds credits.',
  reserve: 'Reserves credits for work that starts.',
  charge:
    'Charges credits: either reserved credits, which were already deducted, or directly from the balance.',
  refund: 'Refunds reserved credits for work that failed.',
} as const satisfies Enumeration<CreditKind>

/** An entry of the credit ledger. */
export const creditEntryDefinition = z.object({
  id: z.uuid().describe('Id of the entry.'),
  kind: enumSchema(CREDIT_KINDS, 'Kind of the entry.'),
  credits: z.int().nonnegative().describe('Number of credits, even if the balance does not change.'),
  amount: z.int().describe('Change of the balance; negative when credits are deducted.'),
  balanceAfter: z.int().nonnegative().describe('Balance after this entry.'),
  cause: z
    .string()
    .describe('What the credits were for, such as `batch:` followed by the id of an analysis.'),
  createdAt: z.date().describe('When the entry was written.'),
})

export type CreditEntryRecord = z.output<typeof creditEntryDefinition>
