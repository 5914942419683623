import { Parser } from 'htmlparser2'
import { type JsonLdFacts, readJsonLd } from './json-ld.ts'
import { plainText } from './plain-text.ts'

/** The facts of a page from which proposals are made. Texts are those of {@link plainText}; absent ones are null. */
export interface Page {
  /** Address of the page, after redirects. */
  url: string
  title: string | null
  description: string | null
  siteName: string | null
  keywords: string[]
  /** Absolute. */
  canonical: string | null
  /** BCP 47 tag of the `lang` attribute, lower case. */
  language: string | null
  structured: JsonLdFacts
  /** Visible text, one block an entry. */
  lines: string[]
}

/** Content beyond these limits is ignored: the cost of parsing nested elements grows faster than the size of the page. */
const MAXIMUM_INPUT = 1_500_000
const MAXIMUM_TAGS = 20_000
const MAXIMUM_LINES = 2_000
const MAXIMUM_LINE = 300
/** Source characters read for each character of a line, because runs of white space collapse. */
const WHITE_SPACE_FACTOR = 4
const MAXIMUM_SCRIPTS = 10
const MAXIMUM_SCRIPT = 200_000

const HIDDEN = new Set(['style', 'noscript', 'svg', 'template', 'iframe', 'object', 'head', 'select'])
/**
 * Elements that do not end a line: those within sentences (https://html.spec.whatwg.org/multipage/text-level-semantics.html), and the
 * two whose text is collected separately.
 */
const INLINE = new Set(
  'a abbr b bdi bdo cite code em font i kbd mark q s samp small span strong sub sup time u var wbr script title'.split(
    ' ',
  ),
)

/**
 * Parses any text as HTML. No tree is built, so that time and memory are bounded however deeply elements nest.
 * @param url address of the page, which relative links refer to
 */
export function readPage(html: string, url: string): Page {
  const found: Found = { texts: new Map(), canonical: null, language: null, scripts: [] }
  const lines: string[] = []
  let line = ''
  let hiddenElements = 0
  /** The title or script element that is open: its text is not part of the lines. */
  let open: { name: string; isJsonLd: boolean; text: string } | null = null
  const endLine = () => {
    const text = plainText(line, MAXIMUM_LINE)
    if (text && lines.length < MAXIMUM_LINES) lines.push(text)
    line = ''
  }
  // htmlparser2 and not a parser that follows the HTML standard: the standard reopens formatting elements in every block, with
  // which a hostile page could keep the parser busy for hours.
  const parser = new Parser({
    onopentag(name, attributes) {
      collectElement(name, attributes, found)
      if (!INLINE.has(name)) endLine()
      if (HIDDEN.has(name)) hiddenElements += 1
      if (name === 'title' || name === 'script')
        open = { name, isJsonLd: /ld\+json/i.test(attributes.type ?? ''), text: '' }
    },
    ontext(text) {
      if (open) {
        if (open.text.length <= MAXIMUM_SCRIPT) open.text += text
      } else if (hiddenElements === 0 && line.length < MAXIMUM_LINE * WHITE_SPACE_FACTOR) line += text
    },
    onclosetag(name) {
      if (open?.name === name) {
        if (name === 'title') collectText('title', open.text, found)
        else if (open.isJsonLd) collectScript(open.text, found)
        open = null
      }
      if (HIDDEN.has(name)) hiddenElements -= 1
      if (!INLINE.has(name)) endLine()
    },
  })
  parser.end(withinLimits(html))
  endLine()
  return pageOf(found, lines, url)
}

interface Found {
  /** `title`, and the names and properties of meta elements; the first of each counts. */
  texts: Map<string, string>
  canonical: string | null
  language: string | null
  scripts: string[]
}

function collectElement(name: string, attributes: Record<string, string>, found: Found): void {
  const { lang, property, name: metaName = '', content = '', rel = '', href = null } = attributes
  if (name === 'html') found.language ??= lang?.toLowerCase().slice(0, 20) ?? null
  if (name === 'meta') collectText((property ?? metaName).toLowerCase(), content, found)
  if (name === 'link' && /(^|\s)canonical(\s|$)/i.test(rel)) found.canonical ??= href
}

function collectText(key: string, text: string, { texts }: Found): void {
  if (key && text && !texts.has(key)) texts.set(key, text)
}

function collectScript(text: string, { scripts }: Found): void {
  if (scripts.length < MAXIMUM_SCRIPTS && text.length <= MAXIMUM_SCRIPT) scripts.push(text)
}

function pageOf(found: Found, lines: string[], url: string): Page {
  const text = (longest: number, ...names: string[]) =>
    names.map((name) => plainText(found.texts.get(name) ?? '', longest)).find(Boolean) ?? null
  const { canonical } = found
  return {
    url,
    title: text(200, 'title', 'og:title'),
    description: text(500, 'description', 'og:description', 'twitter:description'),
    siteName: text(100, 'og:site_name', 'application-name'),
    keywords: (found.texts.get('keywords') ?? '')
      .slice(0, 1_000)
      .split(',')
      .map((keyword) => plainText(keyword, 60))
      .filter(Boolean)
      .slice(0, 10),
    canonical: canonical !== null && URL.canParse(canonical, url) ? new URL(canonical, url).href : null,
    language: found.language,
    structured: readJsonLd(found.scripts),
    lines,
  }
}

function withinLimits(html: string): string {
  const text = html.slice(0, MAXIMUM_INPUT)
  let at = -1
  for (let tags = 0; tags <= MAXIMUM_TAGS; tags += 1) {
    at = text.indexOf('<', at + 1)
    if (at < 0) return text
  }
  return text.slice(0, at)
}
