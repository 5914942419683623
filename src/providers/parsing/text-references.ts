import type { AnswerCitation, Span } from '../../core/provider-port/driver.ts'
import { parseUrl } from '../../definitions/parse-url.ts'
import { CitationList } from './citation-list.ts'
import { citationMarks } from './citation-marks.ts'
import { markdownLinks } from './spans.ts'

/** A source as listed by a surface. */
export interface ListedSource {
  url: string
  title: string | null
}

/** The sources of an answer. */
export interface SourceLists {
  /** Sources that the answer uses, according to the surface. */
  cited: readonly ListedSource[]
  /** Sources that are only listed. They count as cited if the text refers to them. */
  listed: readonly ListedSource[]
  /** Sources that the marks `[1]`, `[2]` … refer to, starting with 1; undefined for a number without a source. */
  numbered: readonly (ListedSource | undefined)[]
}

/**
 * Connects a Markdown text with its sources, using its links and marks such as `[1]`. A linked page is not listed
 * again under a URL that differs only in the fragment or tracking parameters.
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
    const citation = byAddress.get(url) ?? { title: titles.get(pageOf(url)) ?? null, spans: [] }
    citation.title ??= label === null ? null : titleOf(label)
    citation.spans.push(span)
    byAddress.set(url, citation)
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

/** Returns the links of the text, and the marks with a source, in order. */
function mentionsIn(text: string, numbered: SourceLists['numbered']): Mention[] {
  const marks = definedMarks(text) ?? numberedMarks(text, numbered)
  // Sort links before the marks inside them.
  const all: Mention[] = [...markdownLinks(text), ...marks].toSorted((a, b) => a.span.start - b.span.start)
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
 * Returns the marks `[1]` and `[label][1]` of a text that defines their targets as `[1]: https://…`. The numbers of
 * such a text may differ from the surface's list of sources. Returns null for any other text.
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

/** Returns a link's label if it is a title, or null if it is a number, a mark or an image. */
function titleOf(label: string): string | null {
  const words = label
    .replace(/!\[[^\]]{0,300}\]\([^)]{0,2000}\)/g, '')
    .replace(/^\\?\[|\\?\]$/g, '')
    .trim()
  return words === '' || /^\d+$/.test(words) ? null : words
}

/** Replaces Google's redirecting URLs with their targets. */
function withTarget<Addressed extends { url: string }>(source: Addressed): Addressed {
  if (!/^https?:\/\/(www\.)?google\.[a-z.]+\/url\?/i.test(source.url)) return source
  const { searchParams } = new URL(source.url)
  const url = searchParams.get('url') ?? searchParams.get('q') ?? ''
  return /^https?:\/\//i.test(url) ? { ...source, url } : source
}

/** Normalizes URLs of the same page: removes the fragment, a trailing slash and tracking parameters. */
function pageOf(address: string): string {
  const url = parseUrl(address)
  if (!url) return address
  url.hash = ''
  for (const name of [...url.searchParams.keys()]) if (name.startsWith('utm_')) url.searchParams.delete(name)
  // Markdown converters escape underscores in URLs.
  return url.href.replace(/%5F/gi, '_').replace(/\/$/, '')
}
