import type { CellValue } from '../../components/column.ts'
import { graphql, type ResultOf } from '../../graphql/graphql.ts'

/** Fetches a page of the credit ledger and the balance. */
export const LEDGER = graphql(`
  query Ledger($first: Int!, $after: String) {
    viewer {
      organization {
        id
        credits
        creditEntries(first: $first, after: $after) {
          totalCount
          pageInfo {
            hasNextPage
            endCursor
          }
          nodes {
            id
            kind
            credits
            amount
            balanceAfter
            cause
            createdAt
            asyncAnalysis {
              id
              databaseId
              brandName
              project {
                id
                databaseId
              }
            }
          }
        }
      }
    }
  }
`)

export type LedgerEntry = NonNullable<
  ResultOf<typeof LEDGER>['viewer']['organization']['creditEntries']
>['nodes'][number]

/** Labels of the kinds of entries. */
export const KIND_WORDS: Record<LedgerEntry['kind'], string> = {
  GRANT: 'Added',
  RESERVE: 'Reserved',
  CHARGE: 'Used',
  REFUND: 'Refunded',
}

/**
 * Describes what an entry is for. Charging reserved credits does not change the balance, because the reservation
 * already reduced it.
 */
export function wordsOf({
  kind,
  credits,
  amount,
  cause,
}: Pick<LedgerEntry, 'kind' | 'credits' | 'amount' | 'cause'>): string {
  const [work] = cause.split(':')
  switch (kind) {
    case 'GRANT':
      return 'Added by the operator'
    case 'RESERVE':
      return work === 'batch' ? 'Reserved for a one-off analysis' : 'Reserved'
    case 'REFUND':
      return work === 'batch' ? 'Refunded for failed questions' : 'Refunded'
    case 'CHARGE':
      if (work === 'search-volume') return 'Search volume for a keyword'
      return amount === 0 ? `${credits} of the reserved credits used` : 'Used'
  }
}

/** Returns the id of an entry's analysis for exports. */
export function analysisValue({ asyncAnalysis }: LedgerEntry): CellValue {
  return asyncAnalysis?.databaseId ?? null
}
