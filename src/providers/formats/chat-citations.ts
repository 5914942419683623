import type { AnswerCitation, Span } from '../../core/provider-port/driver.ts'
import { CitationList } from '../parsing/citation-list.ts'
import { markSpan } from '../parsing/citation-marks.ts'
import { addressSpans, verifiedLinkSpan } from '../parsing/spans.ts'
import { referencesOf, type SourceLists } from '../parsing/text-references.ts'
import type { ChatCompletion, Source } from './chat-completion.ts'

/** Returns the sources of a completion, and the unknown kinds of annotations. */
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
    // OpenRouter gives search results an empty range on purpose, so they are not citations.
    else if (start === null || start !== end) unplaced.push(source)
  }
  // Annotations without a position are referenced by the marks in the text, if there are any.
  const numbered = completion.numbered.length > 0 || placed.length > 0 ? completion.numbered : annotated
  const citations = withReferences(text, placed, {
    cited: unplaced,
    listed: [...annotated, ...numbered, ...listed].filter((source) => source !== null),
    numbered: numbered.map((source) => source ?? undefined),
  })
  return { citations, unrecognized: [...unrecognized] }
}

/**
 * Combines the citations that the surface places itself with the ones it only lists. The latter are placed where the
 * text links to them, numbers them or names them. If the surface provides no sources, the answer has none, even if
 * its text contains links.
 */
export function withReferences(
  text: string,
  placed: readonly AnswerCitation[],
  lists: SourceLists,
): AnswerCitation[] {
  if (placed.length + lists.cited.length + lists.listed.length === 0) return []
  const list = new CitationList()
  const placedUrls = new Set(placed.map(({ url }) => url))
  for (const citation of placed) list.cited(citation, citation.spans)
  for (const citation of referencesOf(text, lists)) {
    const spans = citation.spans.length > 0 ? citation.spans : addressSpans(text, citation.url)
    if (placedUrls.has(citation.url)) list.retrieved(citation)
    else if (citation.kind === 'cited' || spans.length > 0) list.cited(citation, spans)
    else list.retrieved(citation)
  }
  return list.list()
}

/**
 * Returns the range of an annotation if the text there contains the URL or a mark. Offsets refer to the text as it
 * was sent, so the removed characters are subtracted.
 */
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
