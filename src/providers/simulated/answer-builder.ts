import type { CitationKind } from '../../definitions/vocabulary.ts'

/** A page an answer may cite. */
export interface Source {
  url: string
  title: string
}

/** Type aliases and not interfaces, which TypeScript does not accept as JSON values. */
type BuiltSpan = { start: number; end: number }
export type BuiltCitation = { url: string; title: string; kind: CitationKind; spans: BuiltSpan[] }

/**
 * How an answer shows its sources: a link in brackets behind the sentence, `[1]` for an entry of a list beside the answer, a markdown
 * footnote, or nothing in the text, where the span covers the whole sentence.
 */
export type CitationStyle = 'link' | 'marker' | 'footnote' | 'sentence'

/** Builds the text and the citations of an answer. Spans are UTF-16 offsets into the text. */
export interface AnswerBuilder {
  write(text: string): void
  /** Writes a sentence and refers to a source in the citation style; without a source, only the sentence. */
  writeStatement(sentence: string, source: Source | null): void
  /** Lists a source without a reference in the text. Has no effect for a source that is also cited. */
  addRetrieved(source: Source): void
  /** The number of words so far, counted by the spaces between them. */
  wordCount(): number
  /** The whole text, and its sources in order of first reference with those only retrieved behind them. */
  finish(): { text: string; citations: BuiltCitation[] }
}

/** An empty answer; `campaign` is the `utm_source` that chat products append to the links of their answers. */
export function createAnswerBuilder(style: CitationStyle, campaign: string): AnswerBuilder {
  let text = ''
  const cited: BuiltCitation[] = []
  const retrieved: BuiltCitation[] = []

  /** Index of a source among the cited ones; its first reference adds it. */
  function positionOf(source: Source): number {
    const known = cited.findIndex((citation) => citation.url === source.url)
    if (known >= 0) return known
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
