import type { Client } from 'urql'
import { graphql, type ResultOf, type VariablesOf } from '../../graphql/graphql.ts'
import { EXPORTED_ANSWER, type ExportedAnswer } from '../model/answer-columns.ts'
import { ANSWER_ROW, type AnswerRow } from '../model/row.ts'
import type { AnswerSource } from '../model/source.ts'
import type { Page } from './result-list.ts'

const PAGE = graphql(
  `
    fragment ResultPage on AnalysisResultConnection @_unmask {
      totalCount @include(if: $isFirst)
      pageInfo {
        hasNextPage
        endCursor
      }
      nodes {
        ...AnswerRow
        ...ExportedAnswer @include(if: $isExport)
      }
    }
  `,
  [ANSWER_ROW, EXPORTED_ANSWER],
)

const OF_RUN = graphql(
  `
    query ResultsOfRun(
      $id: ID!
      $isFirst: Boolean!
      $isExport: Boolean!
      $first: Int!
      $after: String
      $filter: ResultFilter
      $orderBy: ResultOrder
    ) {
      run(id: $id) {
        id
        results(first: $first, after: $after, filter: $filter, orderBy: $orderBy) {
          ...ResultPage
        }
      }
    }
  `,
  [PAGE],
)

const OF_ANALYSIS = graphql(
  `
    query ResultsOfAnalysis(
      $id: ID!
      $isFirst: Boolean!
      $isExport: Boolean!
      $first: Int!
      $after: String
      $filter: ResultFilter
      $orderBy: ResultOrder
    ) {
      asyncAnalysis(id: $id) {
        id
        results(first: $first, after: $after, filter: $filter, orderBy: $orderBy) {
          ...ResultPage
        }
      }
    }
  `,
  [PAGE],
)

/** Filter and order of results. */
export type ResultVariables = Required<Pick<VariablesOf<typeof OF_RUN>, 'filter' | 'orderBy'>>

/** Results per page. */
const PAGE_SIZE = 100

/** Identifies a page of results. */
interface Reading {
  source: AnswerSource
  variables: ResultVariables
  after: string | null
  /** Bypasses the cache, for example while answers are arriving. */
  isFresh: boolean
}

/**
 * Fetches a page of the results of a run or an analysis.
 * @throws {CombinedError} if the request fails
 */
export async function readResults(client: Client, reading: Reading): Promise<Page<AnswerRow>> {
  return readPage(client, reading, false)
}

/**
 * Fetches a page of results with their texts, for an export.
 * @throws {CombinedError} if the request fails
 */
export async function readForExport(client: Client, reading: Reading): Promise<Page<ExportedAnswer>> {
  const page = await readPage(client, reading, true)
  // With `isExport` set, the query selects the fields of an export.
  return { ...page, rows: page.rows as readonly ExportedAnswer[] }
}

async function readPage(
  client: Client,
  { source, variables, after, isFresh }: Reading,
  isExport: boolean,
): Promise<Page<AnswerRow>> {
  const page = { id: source.id, isFirst: after === null, isExport, first: PAGE_SIZE, after }
  const context = { requestPolicy: isFresh ? 'network-only' : 'cache-first' } as const
  if (source.kind === 'run') {
    const { data, error } = await client.query(OF_RUN, { ...variables, ...page }, context)
    if (error) throw error
    return pageOf(data?.run?.results)
  }
  const { data, error } = await client.query(OF_ANALYSIS, { ...variables, ...page }, context)
  if (error) throw error
  return pageOf(data?.asyncAnalysis?.results)
}

function pageOf(connection: ResultOf<typeof PAGE> | null | undefined): Page<AnswerRow> {
  if (!connection) return { rows: [], total: 0, next: null }
  const { nodes, totalCount, pageInfo } = connection
  return { rows: nodes, total: totalCount ?? null, next: pageInfo.hasNextPage ? pageInfo.endCursor : null }
}
