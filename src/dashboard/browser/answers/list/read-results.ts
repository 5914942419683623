import type { Client } from 'urql'
import { graphql, type ResultOf, type VariablesOf } from '../../graphql/graphql.ts'
import { EXPORTED_ANSWER, type ExportedAnswer } from '../export/answer-columns.ts'
import type { AnswerSource } from '../source.ts'
import type { Page } from './result-list.ts'
import { ANSWER_ROW, type AnswerRow } from './row.ts'

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
      $provider: String
      $location: CountryCode
      $tag: String
      $promptId: ID
      $entityId: ID
      $mentioned: Boolean
      $recommended: Boolean
      $sentiment: SentimentLabel
      $absence: AbsenceReason
      $answerKind: AnswerKind
      $citedDomain: String
      $citedUrl: URL
      $retrievedDomain: String
      $retrievedUrl: URL
      $q: String
      $orderBy: ResultOrder
    ) {
      run(id: $id) {
        id
        results(
          first: $first
          after: $after
          provider: $provider
          location: $location
          tag: $tag
          promptId: $promptId
          entityId: $entityId
          mentioned: $mentioned
          recommended: $recommended
          sentiment: $sentiment
          absence: $absence
          answerKind: $answerKind
          citedDomain: $citedDomain
          citedUrl: $citedUrl
          retrievedDomain: $retrievedDomain
          retrievedUrl: $retrievedUrl
          q: $q
          orderBy: $orderBy
        ) {
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
      $provider: String
      $location: CountryCode
      $prompt: String
      $entityId: ID
      $mentioned: Boolean
      $recommended: Boolean
      $sentiment: SentimentLabel
      $absence: AbsenceReason
      $answerKind: AnswerKind
      $citedDomain: String
      $citedUrl: URL
      $retrievedDomain: String
      $retrievedUrl: URL
      $q: String
      $orderBy: ResultOrder
    ) {
      asyncAnalysis(id: $id) {
        id
        results(
          first: $first
          after: $after
          provider: $provider
          location: $location
          prompt: $prompt
          entityId: $entityId
          mentioned: $mentioned
          recommended: $recommended
          sentiment: $sentiment
          absence: $absence
          answerKind: $answerKind
          citedDomain: $citedDomain
          citedUrl: $citedUrl
          retrievedDomain: $retrievedDomain
          retrievedUrl: $retrievedUrl
          q: $q
          orderBy: $orderBy
        ) {
          ...ResultPage
        }
      }
    }
  `,
  [PAGE],
)

/** The filters and the order of results. */
export type ResultVariables = Omit<
  VariablesOf<typeof OF_RUN>,
  'id' | 'isFirst' | 'isExport' | 'first' | 'after'
>

/** Results of a page. */
const PAGE_SIZE = 100

/** Which page of which results is read. */
interface Reading {
  source: AnswerSource
  variables: ResultVariables
  after: string | null
  /** Asks the server even where the page was read before, as while answers arrive. */
  isFresh: boolean
}

/**
 * Reads a page of the results of a run or an analysis.
 * @throws {CombinedError} where it cannot be read
 */
export async function readResults(client: Client, reading: Reading): Promise<Page<AnswerRow>> {
  return readPage(client, reading, false)
}

/**
 * The same with the texts, for an export.
 * @throws {CombinedError} where it cannot be read
 */
export async function readForExport(client: Client, reading: Reading): Promise<Page<ExportedAnswer>> {
  const page = await readPage(client, reading, true)
  // The document asks for the fields of an export.
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
  // The prompts of an analysis have no ids and no tags: its search holds their text.
  const { tag: _, promptId: prompt = null, ...filters } = variables
  const { data, error } = await client.query(OF_ANALYSIS, { ...filters, prompt, ...page }, context)
  if (error) throw error
  return pageOf(data?.asyncAnalysis?.results)
}

function pageOf(connection: ResultOf<typeof PAGE> | null | undefined): Page<AnswerRow> {
  if (!connection) return { rows: [], total: 0, next: null }
  const { nodes, totalCount, pageInfo } = connection
  return { rows: nodes, total: totalCount ?? null, next: pageInfo.hasNextPage ? pageInfo.endCursor : null }
}
