import { Parser } from 'htmlparser2'
import { parseUrl } from '../../definitions/parse-url.ts'
import { type JsonLdFacts, parseJsonLd } from './json-ld.ts'
import { plainText } from './plain-text.ts'

/**
 * The content of a page that proposals are derived from. Texts are cleaned by {@link plainText}; missing ones are null.
 */
export interface Page {
  /** URL of the page, after redirects. */
  url: string
  title: string | null
  description: string | null
  siteName: string | null
  keywords: string[]
  /** Absolute URL. */
  canonical: string | null
  /** BCP 47 language tag of the `lang` attribute, in lowercase. */
  language: string | null
  structured: JsonLdFacts
  /** Visible text, one entry per block element. */
  lines: string[]
  /** Whether `lines` has all of the visible text: no part exceeded a limit or was decoded with the wrong character set. */
  isComplete: boolean
}

/**
 * Content beyond these limits is ignored, because the cost of parsing nested elements grows faster than the size of the
 * page.
 */
const MAXIMUM_INPUT = 1_500_000
const MAXIMUM_TAGS = 20_000
const LINE_LIMITS = { lines: 2_000, length: 300 }
/** Number of source characters to collect per character of a line, because runs of white space collapse. */
const WHITE_SPACE_FACTOR = 4
const MAXIMUM_SCRIPTS = 10
const MAXIMUM_SCRIPT = 200_000

const HIDDEN = new Set(['style', 'noscript', 'svg', 'template', 'iframe', 'object', 'head', 'select'])
/**
 * Elements that do not end a line: elements within sentences
 * (https://html.spec.whatwg.org/multipage/text-level-semantics.html), and `script` and `title`, which are collected
 * separately.
 */
const INLINE = new Set(
  'a abbr b bdi bdo cite code em font i kbd mark q s samp small span strong sub sup time u var wbr script title'.split(
    ' ',
  ),
)

/**
 * Parses any text as HTML. It does not build a tree, so time and memory are bounded regardless of how deeply elements
 * nest.
 * @param url URL of the page, for resolving relative links
 * @param limits maximum number of lines, and of characters of a line
 */
export function parsePage(html: string, url: string, limits = LINE_LIMITS): Page {
  const content: Content = { texts: new Map(), canonical: null, language: null, scripts: [] }
  const lines: string[] = []
  const parsed = withinLimits(html)
  let isComplete = parsed.length === html.length
  let line = ''
  let hiddenElements = 0
  /** The open title or script element. Its text is not part of the lines. */
  let open: { name: string; isJsonLd: boolean; text: string } | null = null
  const endLine = () => {
    const text = plainText(line, limits.length)
    const hasRoom = lines.length < limits.lines
    if (text && hasRoom) lines.push(text)
    if (line.length > limits.length || line.includes('\ufffd') || !hasRoom) isComplete = false
    line = ''
  }
  // htmlparser2 rather than a parser that follows the HTML standard. The standard reopens formatting elements in every
  // block, so a hostile page could keep such a parser busy for hours.
  const parser = new Parser({
    onopentag(name, attributes) {
      collectElement(name, attributes, content)
      if (!INLINE.has(name)) endLine()
      if (HIDDEN.has(name)) hiddenElements += 1
      if (name === 'title' || name === 'script')
        open = { name, isJsonLd: /ld\+json/i.test(attributes.type ?? ''), text: '' }
    },
    ontext(text) {
      if (open) {
        if (open.text.length <= MAXIMUM_SCRIPT) open.text += text
      } else if (hiddenElements === 0 && line.length < limits.length * WHITE_SPACE_FACTOR) line += text
    },
    onclosetag(name) {
      if (open?.name === name) {
        if (name === 'title') collectText('title', open.text, content)
        else if (open.isJsonLd) collectScript(open.text, content)
        open = null
      }
      if (HIDDEN.has(name)) hiddenElements -= 1
      if (!INLINE.has(name)) endLine()
    },
  })
  parser.end(parsed)
  endLine()
  return toPage(content, { lines, isComplete }, url)
}

interface Content {
  /** Texts by key: `title`, and the names and properties of meta elements. Only the first text per key is kept. */
  texts: Map<string, string>
  canonical: string | null
  language: string | null
  scripts: string[]
}

function collectElement(name: string, attributes: Record<string, string>, page: Content): void {
  const { lang, property, name: metaName = '', content = '', rel = '', href = null } = attributes
  if (name === 'html') page.language ??= lang?.toLowerCase().slice(0, 20) ?? null
  if (name === 'meta') collectText((property ?? metaName).toLowerCase(), content, page)
  if (name === 'link' && /(^|\s)canonical(\s|$)/i.test(rel)) page.canonical ??= href
}

function collectText(key: string, text: string, { texts }: Content): void {
  if (key && text && !texts.has(key)) texts.set(key, text)
}

function collectScript(text: string, { scripts }: Content): void {
  if (scripts.length < MAXIMUM_SCRIPTS && text.length <= MAXIMUM_SCRIPT) scripts.push(text)
}

function toPage(content: Content, visible: Pick<Page, 'lines' | 'isComplete'>, url: string): Page {
  const text = (maxLength: number, ...names: string[]) =>
    names.map((name) => plainText(content.texts.get(name) ?? '', maxLength)).find(Boolean) ?? null
  const { canonical } = content
  return {
    url,
    title: text(200, 'title', 'og:title'),
    description: text(500, 'description', 'og:description', 'twitter:description'),
    siteName: text(100, 'og:site_name', 'application-name'),
    keywords: (content.texts.get('keywords') ?? '')
      .slice(0, 1_000)
      .split(',')
      .map((keyword) => plainText(keyword, 60))
      .filter(Boolean)
      .slice(0, 10),
    canonical: canonical === null ? null : (parseUrl(canonical, url)?.href ?? null),
    language: content.language,
    structured: parseJsonLd(content.scripts),
    ...visible,
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
