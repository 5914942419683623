import type { Column } from '../../components/column.ts'
import { graphql, type ResultOf } from '../../graphql/graphql.ts'
import { ANSWER_ROW } from './row.ts'

/** Fields of an exported answer, in addition to the list's. */
export const EXPORTED_ANSWER = graphql(
  `
    fragment ExportedAnswer on AnalysisResult @_unmask {
      ...AnswerRow
      answer
      answerKind
      answerLanguage
      answeredAt
      model {
        reported
      }
      brand {
        mentionCount
      }
      citations {
        url
        kind
      }
      searched
      placements {
        kind
        title
        entityIds
      }
    }
  `,
  [ANSWER_ROW],
)

export type ExportedAnswer = ResultOf<typeof EXPORTED_ANSWER>

/** Columns of an answer export. */
export const ANSWER_COLUMNS: readonly Column<ExportedAnswer>[] = [
  { id: 'id', title: 'ID', value: (row) => row.databaseId },
  { id: 'prompt', title: 'Prompt', value: (row) => row.promptText },
  { id: 'provider', title: 'Provider', value: (row) => row.provider.token },
  { id: 'location', title: 'Country', value: (row) => row.location },
  { id: 'persona', title: 'Persona', value: (row) => row.persona },
  { id: 'replicate', title: 'Repetition', value: (row) => row.replicate },
  { id: 'status', title: 'Status', value: (row) => row.status.toLowerCase() },
  { id: 'answeredAt', title: 'Answered', value: (row) => row.answeredAt },
  { id: 'model', title: 'Model', value: (row) => row.model.reported },
  { id: 'kind', title: 'Kind', value: (row) => row.answerKind?.toLowerCase() ?? null },
  { id: 'language', title: 'Language', value: (row) => row.answerLanguage },
  { id: 'named', title: 'Mentioned', value: (row) => row.brand?.mentioned ?? null },
  { id: 'denied', title: 'Brand unknown', value: (row) => row.brand?.denied ?? null },
  { id: 'mentions', title: 'Mentions', value: (row) => row.brand?.mentionCount ?? null },
  { id: 'position', title: 'Position', value: (row) => row.brand?.position ?? null },
  { id: 'sentiment', title: 'Sentiment', value: (row) => row.brand?.sentiment.label?.toLowerCase() ?? null },
  { id: 'recommended', title: 'Recommended', value: (row) => row.brand?.recommendation.recommended ?? null },
  {
    id: 'strength',
    title: 'Strength',
    value: (row) => row.brand?.recommendation.strength?.toLowerCase() ?? null,
  },
  { id: 'rank', title: 'Rank', value: (row) => row.brand?.recommendation.rank ?? null },
  { id: 'listSize', title: 'List size', value: (row) => row.brand?.recommendation.listSize ?? null },
  { id: 'competitors', title: 'Competitors mentioned', value: competitorsIn },
  { id: 'cited', title: 'Sources cited', value: (row) => sourcesOf(row, 'CITED') },
  { id: 'retrieved', title: 'Sources listed, not cited', value: (row) => sourcesOf(row, 'RETRIEVED') },
  { id: 'searched', title: 'Web search', value: (row) => row.searched },
  { id: 'placed', title: 'Cards that show the brand', value: cardsOfBrand },
  { id: 'placements', title: 'Cards', value: cardsOf },
  { id: 'answer', title: 'Answer', value: (row) => row.answer },
]

function competitorsIn({ competitors }: ExportedAnswer): string | null {
  if (!competitors) return null
  return competitors
    .filter(({ mentioned }) => mentioned)
    .map(({ name }) => name)
    .join('; ')
}

function cardsOf({ placements }: ExportedAnswer): string | null {
  return placements?.map(({ kind, title }) => `${kind.toLowerCase()}: ${title}`).join('; ') ?? null
}

function cardsOfBrand({ placements }: ExportedAnswer): number | null {
  return placements?.filter(({ entityIds }) => entityIds.includes('brand')).length ?? null
}

function sourcesOf({ citations }: ExportedAnswer, kind: 'CITED' | 'RETRIEVED'): string | null {
  if (!citations) return null
  return citations
    .filter((citation) => citation.kind === kind)
    .map(({ url }) => url)
    .join(' ')
}
