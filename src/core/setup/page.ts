import { load } from 'cheerio/slim'
import { plainText } from './plain-text.ts'
import { readStructured, type StructuredFacts } from './structured.ts'

/** What a page says of its brand. Texts are cleaned and short; absent ones are null. */
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
  structured: StructuredFacts
  /** Visible text, one block an entry. */
  lines: string[]
}

/** Parsing costs more than linear where a hostile page nests its elements: whatever lies behind these limits is not read. */
const LONGEST_INPUT = 1_500_000
const MOST_TAGS = 20_000
const MOST_LINES = 2_000
const LONGEST_LINE = 300
const MOST_SCRIPTS = 10
const LONGEST_SCRIPT = 200_000

const UNSEEN = new Set(['style', 'noscript', 'svg', 'template', 'iframe', 'object', 'head', 'select'])
const INLINE = new Set(
  'a abbr b bdi bdo cite code em font i kbd mark q s samp small span strong sub sup time u var wbr'.split(
    ' ',
  ),
)

interface Node {
  type: string
  name?: string
  data?: string
  attribs?: Record<string, string>
  children?: Node[]
}

/** Reads any text as HTML. Bounded in time, and as deep as the page may nest: it walks without recursion. */
export function readPage(html: string, url: string): Page {
  // The forgiving parser: the one of the HTML standard repeats open elements, which a hostile page turns into hours.
  const root: Node | undefined = load(withinLimits(html), { xml: { xmlMode: false } }).root()[0]
  const found: Found = { texts: new Map(), canonical: null, language: null, scripts: [] }
  const lines: string[] = []
  let line = ''
  const endLine = () => {
    const text = plainText(line, LONGEST_LINE)
    if (text && lines.length < MOST_LINES) lines.push(text)
    line = ''
  }
  const waiting: { node: Node; seen: boolean; block?: 'ends' }[] = root ? [{ node: root, seen: true }] : []
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const { node, block } = next
    const name = node.name?.toLowerCase() ?? ''
    if (block) {
      endLine()
      continue
    }
    const seen = next.seen && !UNSEEN.has(name)
    if (node.type === 'text' && seen && line.length < LONGEST_LINE) line += node.data ?? ''
    note(node, name, found)
    if (node.type === 'script' || name === 'title') continue
    if (name !== '' && !INLINE.has(name)) {
      endLine()
      waiting.push({ node, seen, block: 'ends' })
    }
    const children = node.children ?? []
    for (let at = children.length - 1; at >= 0; at -= 1) {
      const child = children[at]
      if (child) waiting.push({ node: child, seen })
    }
  }
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

function note(node: Node, name: string, found: Found): void {
  const { attribs = {} } = node
  const keep = (key: string, text: string) => {
    if (key && text && !found.texts.has(key)) found.texts.set(key, text)
  }
  if (name === 'html') found.language ??= attribs.lang?.toLowerCase().slice(0, 20) ?? null
  if (name === 'title') keep('title', ownText(node))
  if (name === 'meta') keep((attribs.property ?? attribs.name ?? '').toLowerCase(), attribs.content ?? '')
  if (name === 'link' && /(^|\s)canonical(\s|$)/i.test(attribs.rel ?? ''))
    found.canonical ??= attribs.href ?? null
  if (name === 'script' && /ld\+json/i.test(attribs.type ?? '') && found.scripts.length < MOST_SCRIPTS) {
    const script = ownText(node)
    if (script.length <= LONGEST_SCRIPT) found.scripts.push(script)
  }
}

function ownText({ children = [] }: Node): string {
  return children.map(({ data = '' }) => data).join('')
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
    structured: readStructured(found.scripts),
    lines,
  }
}

function withinLimits(html: string): string {
  const text = html.slice(0, LONGEST_INPUT)
  let at = -1
  for (let tags = 0; tags <= MOST_TAGS; tags += 1) {
    at = text.indexOf('<', at + 1)
    if (at < 0) return text
  }
  return text.slice(0, at)
}
