import { graphql, type ResultOf } from '../../graphql/graphql.ts'
import type { CellValue } from '../../parts/column.ts'

/** Reads a page of the ledger, and the balance. */
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

/** An entry of the ledger. */
export type LedgerEntry = NonNullable<
  ResultOf<typeof LEDGER>['viewer']['organization']['creditEntries']
>['nodes'][number]

/** The kinds of entries in words. */
export const KIND_WORDS: Record<LedgerEntry['kind'], string> = {
  GRANT: 'Added',
  RESERVE: 'Reserved',
  CHARGE: 'Used',
  REFUND: 'Returned',
}

/**
 * What an entry is for, in words. A charge of reserved credits changes no balance: they have left it when they were reserved.
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
      return work === 'batch' ? 'Returned for questions that failed' : 'Returned'
    case 'CHARGE':
      if (work === 'search-volume') return 'Search volume of a keyword'
      return amount === 0 ? `${credits} of the reserved credits used` : 'Used'
  }
}

/** The analysis of an entry in an export. */
export function analysisValue({ asyncAnalysis }: LedgerEntry): CellValue {
  return asyncAnalysis?.databaseId ?? null
}
