import type { CitationKind } from '../../definitions/vocabulary.ts'

/** A page that an answer may cite. */
export interface Source {
  url: string
  title: string
}

/** Type aliases, because TypeScript does not accept interfaces as JSON values. */
type BuiltSpan = { start: number; end: number }
export type BuiltCitation = { url: string; title: string; kind: CitationKind; spans: BuiltSpan[] }

/**
 * How an answer shows its sources:
 * - `link`: a link in parentheses after the sentence
 * - `marker`: `[1]` for an entry of the list of sources
 * - `footnote`: a Markdown footnote
 * - `sentence`: nothing in the text; the span covers the whole sentence
 */
export type CitationStyle = 'link' | 'marker' | 'footnote' | 'sentence'

/** Builds the text and the citations of an answer. Spans are UTF-16 offsets into the text. */
export interface AnswerBuilder {
  write(text: string): void
  /**
   * Writes a sentence with a reference to its source in the citation style. Without a source, writes only the
   * sentence.
   */
  writeStatement(sentence: string, source: Source | null): void
  /** Lists a source without a reference in the text. Has no effect if the source is also cited. */
  addRetrieved(source: Source): void
  /** Returns the number of words so far, by counting spaces. */
  wordCount(): number
  /** Returns the text and its sources. Cited sources come first, in order of their first reference. */
  finish(): { text: string; citations: BuiltCitation[] }
}

/** Creates an empty answer. `campaign` is the `utm_source` that chat products append to links in their answers. */
export function createAnswerBuilder(style: CitationStyle, campaign: string): AnswerBuilder {
  let text = ''
  const cited: BuiltCitation[] = []
  const retrieved: BuiltCitation[] = []

  /** Returns the index of a source among the cited ones. Adds the source on its first reference. */
  function positionOf(source: Source): number {
    const existing = cited.findIndex((citation) => citation.url === source.url)
    if (existing >= 0) return existing
    return cited.push({ url: source.url, title: source.title, kind: 'cited', spans: [] }) - 1
  }

  function reference(source: Source, sentenceStart: number): void {
    const linked = style === 'link' ? { ...source, url: `${source.url}?utm_source=${campaign}` } : source
    const position = positionOf(linked)
    let start = text.length
    if (style === 'link') {
      text += ' '
      start = text.length
      text += `([${linked.url.split('/')[2]}](${linked.url}))`
    } else if (style === 'marker') text += `[${position + 1}]`
    else if (style === 'footnote') text += `[^${position + 1}]`
    else start = sentenceStart
    cited[position]?.spans.push({ start, end: text.length })
  }

  return {
    write(more) {
      text += more
    },
    writeStatement(sentence, source) {
      const start = text.length
      text += sentence
      if (source !== null) reference(source, start)
    },
    addRetrieved(source) {
      retrieved.push({ url: source.url, title: source.title, kind: 'retrieved', spans: [] })
    },
    wordCount() {
      let spaces = 0
      for (let index = text.indexOf(' '); index >= 0; index = text.indexOf(' ', index + 1)) spaces++
      return spaces + 1
    },
    finish() {
      if (style === 'footnote' && cited.length > 0) {
        text += '\n'
        cited.forEach((citation, index) => {
          text += `\n[^${index + 1}]: [${citation.title}](${citation.url})`
        })
      }
      const pages = new Set(cited.map((citation) => citation.url.split('?')[0]))
      const others = retrieved.filter((citation) => !pages.has(citation.url) && pages.add(citation.url))
      return { text, citations: [...cited, ...others] }
    },
  }
}
