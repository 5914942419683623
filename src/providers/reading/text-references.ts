import type { AnswerCitation, Span } from '../driver.ts'
import { CitationList } from './citation-list.ts'
import { citationMarks } from './citation-marks.ts'
import { markdownLinks } from './spans.ts'

/** A source as a surface lists it. */
export interface ListedSource {
  url: string
  title: string | null
}

/** The sources of an answer. */
export interface SourceLists {
  /** Those that the surface says the answer uses. */
  cited: readonly ListedSource[]
  /** Those that it only lists; one that the text refers to is cited. */
  listed: readonly ListedSource[]
  /** Those that the marks `[1]`, `[2]` … of the text number, from 1; undefined for a number without a source. */
  numbered: readonly (ListedSource | undefined)[]
}

/**
 * Ties a Markdown text to the sources of its answer, by its links and by marks such as `[1]`. A page that is linked is not listed
 * a second time for an address that differs in the fragment or in where the visitor came from.
 */
export function referencesOf(text: string, { numbered, ...lists }: SourceLists): AnswerCitation[] {
  const cited = lists.cited.map(withTarget)
  const listed = lists.listed.map(withTarget)
  const citations = new CitationList()
  const titles = new Map<string, string>()
  for (const { url, title } of [...cited, ...listed]) {
    if (title !== null && !titles.has(pageOf(url))) titles.set(pageOf(url), title)
  }
  const shown = new Set<string>()
  const cite = (source: ListedSource, spans: Span[]) => {
    shown.add(pageOf(source.url))
    citations.cited(source, spans)
  }
  const byAddress = new Map<string, { title: string | null; spans: Span[] }>()
  for (const { url, label, span } of mentionsIn(text, numbered).map(withTarget)) {
    const known = byAddress.get(url) ?? { title: titles.get(pageOf(url)) ?? null, spans: [] }
    known.title ??= label === null ? null : titleOf(label)
    known.spans.push(span)
    byAddress.set(url, known)
  }
  for (const [url, { title, spans }] of byAddress) cite({ url, title }, spans)
  for (const source of cited) if (!shown.has(pageOf(source.url))) cite(source, [])
  for (const source of listed) if (!shown.has(pageOf(source.url))) citations.retrieved(source)
  return citations.list()
}

interface Mention {
  url: string
  /** Null for a mark. */
  label: string | null
  span: Span
}

/** The links of the text and its marks with a source, in order. */
function mentionsIn(text: string, numbered: SourceLists['numbered']): Mention[] {
  const marks = definedMarks(text) ?? numberedMarks(text, numbered)
  // A link comes before the marks within it.
  const all: Mention[] = [...markdownLinks(text), ...marks].toSorted(
    (one, other) => one.span.start - other.span.start,
  )
  let end = 0
  return all.filter(({ label, span }) => {
    const apart = label !== null || span.start >= end
    if (label !== null) end = Math.max(end, span.end)
    return apart
  })
}

function numberedMarks(text: string, numbered: SourceLists['numbered']): Mention[] {
  return citationMarks(text).flatMap(({ span, numbers }) =>
    numbers.flatMap((number) => {
      const url = numbered[number - 1]?.url
      return url === undefined ? [] : [{ url, label: null, span }]
    }),
  )
}

/**
 * `[1]` and `[label][1]` of a text that says by `[1]: https://…` where they lead, whose numbers need not be those of a list beside
 * it; null for any other text.
 */
function definedMarks(text: string): Mention[] | null {
  const addresses = new Map(
    [...text.matchAll(/^ {0,3}\[(\d{1,3})\]:\s*<?(https?:\/\/[^\s>]+)/gm)].map(([, mark, url]) => [
      mark,
      url,
    ]),
  )
  if (addresses.size === 0) return null
  return [...text.matchAll(/(?:\[(?!\d+\])[^[\]\n]+\])?\[(\d{1,3})\](?![(:])/g)].flatMap((match) => {
    const url = addresses.get(match[1])
    return url === undefined
      ? []
      : [{ url, label: null, span: { start: match.index, end: match.index + match[0].length } }]
  })
}

/** The label of a link where it is a title, and no number, mark or picture. */
function titleOf(label: string): string | null {
  const words = label
    .replace(/!\[[^\]]{0,300}\]\([^)]{0,2000}\)/g, '')
    .replace(/^\\?\[|\\?\]$/g, '')
    .trim()
  return words === '' || /^\d+$/.test(words) ? null : words
}

/** With the page that Google's redirecting addresses name. */
function withTarget<Addressed extends { url: string }>(source: Addressed): Addressed {
  if (!/^https?:\/\/(www\.)?google\.[a-z.]+\/url\?/i.test(source.url)) return source
  const { searchParams } = new URL(source.url)
  const url = searchParams.get('url') ?? searchParams.get('q') ?? ''
  return /^https?:\/\//i.test(url) ? { ...source, url } : source
}

/** Equal for addresses of one page: without the fragment, a trailing slash, and parameters that name where a visitor came from. */
function pageOf(address: string): string {
  if (!URL.canParse(address)) return address
  const url = new URL(address)
  url.hash = ''
  for (const name of [...url.searchParams.keys()]) if (name.startsWith('utm_')) url.searchParams.delete(name)
  // Converters to Markdown escape underscores of addresses.
  return url.href.replace(/%5F/gi, '_').replace(/\/$/, '')
}
