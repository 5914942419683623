import type { AnswerCitation, Span } from '../driver.ts'
import { CitationList } from '../reading/citation-list.ts'
import { markSpan } from '../reading/citation-marks.ts'
import { addressSpans, verifiedLinkSpan } from '../reading/spans.ts'
import { referencesOf, type SourceLists } from '../reading/text-references.ts'
import type { ChatCompletion, Source } from './chat-completion.ts'

/** The sources of a completion, and kinds of annotations that are unknown. */
export function citationsOf(completion: ChatCompletion): {
  citations: AnswerCitation[]
  unrecognized: string[]
} {
  const { text, annotations, listed } = completion
  const unrecognized = new Set<string>()
  const annotated: Source[] = []
  const placed: AnswerCitation[] = []
  const unplaced: Source[] = []
  for (const { url_citation: nested, type, ...flat } of annotations) {
    const { url, title, start_index: start, end_index: end } = nested ?? flat
    if (url === null || (type !== 'url_citation' && type !== null)) {
      unrecognized.add(`annotation.${type}`)
      continue
    }
    const source = { url, title }
    annotated.push(source)
    const span = givenSpan(completion, url, start, end)
    if (span) placed.push({ ...source, kind: 'cited', spans: [span] })
    // A range that is empty by intent marks nothing: OpenRouter lists what was found so.
    else if (start === null || start !== end) unplaced.push(source)
  }
  // The places of annotations without one are the marks, where there are any.
  const numbered = completion.numbered.length > 0 || placed.length > 0 ? completion.numbered : annotated
  const citations = withReferences(text, placed, {
    cited: unplaced,
    listed: [...annotated, ...numbered, ...listed].filter((source) => source !== null),
    numbered: numbered.map((source) => source ?? undefined),
  })
  return { citations, unrecognized: [...unrecognized] }
}

/**
 * The sources of an answer, of which the surface itself gives the places of some; those of the others are where the text links,
 * numbers or names them. A text whose surface gives no sources has none, whatever it links.
 */
export function withReferences(
  text: string,
  placed: readonly AnswerCitation[],
  lists: SourceLists,
): AnswerCitation[] {
  if (placed.length + lists.cited.length + lists.listed.length === 0) return []
  const list = new CitationList()
  const known = new Set(placed.map(({ url }) => url))
  for (const citation of placed) list.cited(citation, citation.spans)
  for (const citation of referencesOf(text, lists)) {
    const spans = citation.spans.length > 0 ? citation.spans : addressSpans(text, citation.url)
    if (known.has(citation.url)) list.retrieved(citation)
    else if (citation.kind === 'cited' || spans.length > 0) list.cited(citation, spans)
    else list.retrieved(citation)
  }
  return list.list()
}

/** The range of an annotation, in the text as it was sent, where it holds the address or is a mark. */
function givenSpan(
  { text, removed, numbered }: ChatCompletion,
  url: string,
  start: number | null,
  end: number | null,
): Span | null {
  if (start === null || end === null) return null
  const [from, to] = [start - removed, end - removed]
  const link = verifiedLinkSpan(text, from, to, url)
  return link || numbered.length > 0 ? link : markSpan(text, from, to)
}
