/** A page an answer may point to. */
export interface Source {
  url: string
  title: string
}

/** Type aliases, not interfaces, so that they pass for JSON. */
type DraftSpan = { start: number; end: number }
export type DraftCitation = { url: string; title: string; kind: 'cited' | 'retrieved'; spans: DraftSpan[] }

/**
 * How a surface shows its sources: a link in brackets behind the sentence, `[1]` into a list beside the answer, a markdown footnote, or
 * nothing in the text, the sentence itself being marked.
 */
export type CitationStyle = 'link' | 'marker' | 'footnote' | 'sentence'

/** An answer in the making. Spans are UTF-16 offsets into the text. */
export interface Draft {
  write(text: string): void
  /** Writes a sentence and refers to a source the way the surface does; without a source, only the sentence. */
  claim(sentence: string, source: Source | null): void
  /** Lists a source that the answer does not refer to. One that it refers to anyway is left as it is. */
  retrieve(source: Source): void
  /** How many words there are so far, counted by the spaces between them. */
  wordCount(): number
  /** The whole text, and its sources in order of first reference with those only retrieved behind them. */
  finish(): { text: string; citations: DraftCitation[] }
}

/** Starts an empty answer; `campaign` is what surfaces append to links so that sites recognise them. */
export function createDraft(style: CitationStyle, campaign: string): Draft {
  let text = ''
  const cited: DraftCitation[] = []
  const retrieved: DraftCitation[] = []

  /** Position of a source in the list of the cited, which it joins at its first reference. */
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
    claim(sentence, source) {
      const start = text.length
      text += sentence
      if (source !== null) reference(source, start)
    },
    retrieve(source) {
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
