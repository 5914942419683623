import { CitationList } from '../citation-list.ts'
import { citationMarks, isCitationMark } from '../citation-marks.ts'
import { type AnswerCitation, type Bill, ProviderError, type Span } from '../driver.ts'
import { addressSpans, spanOfCodePoints, spanWithin, verifiedLinkSpan } from '../spans.ts'
import { type ChatCompletion, readChatCompletion, type Source } from './chat-completion.ts'

/** What a chat completion answers; `model` is that of the request as well, see {@link readChatAnswer}. */
interface ChatAnswer extends Bill {
  status: 'ok' | 'refused'
  text: string
  citations: AnswerCitation[]
  searchQueries: string[]
  /** Null where the body does not say. */
  searched: boolean | null
  partial: boolean
  unrecognized: string[]
}

/** Reasons to finish by which an answer is cut off; `error` is that of OpenRouter. */
const CUT_OFF = new Set(['length', 'max_tokens', 'error', 'content_filter'])

/**
 * Reads the answer in a chat completion, with the sources that its server gives.
 * @param body parsed
 * @param requested the model that was requested
 * @throws {ProviderError} of kind `drift` for a body that is no chat completion, or one without any text
 */
export function readChatAnswer(body: unknown, requested: string | null): ChatAnswer {
  const completion = readChatCompletion(body)
  const { text, refusal, finishReason, model, usage, costUsd, searchQueries } = completion
  const bill = { model: { requested, reported: model }, usage, costUsd }
  const refused = refusal !== '' || (text === '' && finishReason === 'content_filter')
  if (text === '' && !refused) {
    throw new ProviderError('drift', `the completion holds no text (finish_reason ${finishReason})`, { bill })
  }
  const { citations, unrecognized } =
    refusal === '' ? citationsOf(completion) : { citations: [], unrecognized: [] }
  return {
    ...bill,
    status: refused ? 'refused' : 'ok',
    text: refusal === '' ? text : refusal,
    citations,
    searchQueries: [...new Set(searchQueries)],
    searched: searchedOf(completion, citations),
    partial: text !== '' && CUT_OFF.has(finishReason ?? ''),
    unrecognized: [...completion.unrecognized, ...unrecognized],
  }
}

function searchedOf(completion: ChatCompletion, citations: readonly AnswerCitation[]): boolean | null {
  const { searchQueries, usage, listsSources } = completion
  if (citations.length > 0 || searchQueries.length > 0 || (usage?.searches ?? 0) > 0) return true
  return usage?.searches === 0 || listsSources ? false : null
}

/** A place of the text that refers to a source; without a span where the place is not known. */
interface Reference {
  source: Source
  span: Span | null
}

function citationsOf(completion: ChatCompletion): { citations: AnswerCitation[]; unrecognized: string[] } {
  const { text, annotations, listed } = completion
  const unrecognized = new Set<string>()
  const annotated: Source[] = []
  const references: Reference[] = []
  const unplaced: Reference[] = []
  for (const { url_citation: nested, type, ...flat } of annotations) {
    const { url, title, start_index: start, end_index: end } = nested ?? flat
    if (url === null || (type !== 'url_citation' && type !== null)) {
      unrecognized.add(`annotation.${type}`)
      continue
    }
    const source = { url, title: title === '' ? null : title }
    annotated.push(source)
    const given = givenSpan(completion, url, start, end)
    if (given) references.push({ source, span: given })
    // A range that is empty by intent marks nothing: OpenRouter lists what was found so.
    else if (start === null || start !== end) unplaced.push({ source, span: null })
  }
  // The places of these are the marks, where there are any.
  const numbered = completion.numbered.length > 0 || references.length > 0 ? completion.numbered : annotated
  for (const { span, numbers } of citationMarks(text)) {
    for (const number of numbers) {
      const source = numbered[number - 1]
      if (source) references.push({ source, span })
    }
  }
  const all = [...annotated, ...numbered, ...listed]
    .filter((source) => source !== null)
    .filter(({ url }) => url !== '')
  const placed = new Set(references.map(({ source }) => source.url))
  for (const source of distinct(all)) {
    if (placed.has(source.url)) continue
    for (const span of addressSpans(text, source.url)) references.push({ source, span })
  }
  const titles = new Map(all.flatMap(({ url, title }) => (title ? [[url, title]] : [])))
  const list = new CitationList()
  const inOrder = references.toSorted((one, other) => (one.span?.start ?? 0) - (other.span?.start ?? 0))
  for (const { source, span } of [...inOrder, ...unplaced]) {
    list.cited({ url: source.url, title: titles.get(source.url) ?? null }, span ? [span] : [])
  }
  for (const { url } of all) list.retrieved({ url, title: titles.get(url) ?? null })
  return { citations: list.list(), unrecognized: [...unrecognized] }
}

/** The range of an annotation, in the text as it was sent, where it holds the address or is a mark of the source. */
function givenSpan(
  { text, removed, numbered }: ChatCompletion,
  url: string,
  start: number | null,
  end: number | null,
): Span | null {
  if (start === null || end === null) return null
  const link = verifiedLinkSpan(text, start - removed, end - removed, url)
  if (link || numbered.length > 0) return link
  const candidates = [
    spanWithin(text, start - removed, end - removed),
    spanOfCodePoints(text, start - removed, end - removed),
  ]
  return candidates.find((span) => span && isCitationMark(text.slice(span.start, span.end))) ?? null
}

function distinct(sources: readonly Source[]): Source[] {
  return [...new Map(sources.map((source) => [source.url, source])).values()]
}
