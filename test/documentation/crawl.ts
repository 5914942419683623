import { Parser } from 'htmlparser2'

/** A served page and facts about its HTML. */
export interface CrawledPage {
  path: string
  html: string
  /** Values of `id`. */
  ids: string[]
  /** Targets of links. */
  links: string[]
  /** URLs of scripts, styles and images. */
  loads: string[]
  /** Number of elements by name. */
  elements: Map<string, number>
  title: string
  description: string
  /** Elements without an end tag, inline styles and scripts, and event handlers. */
  mistakes: string[]
}

const VOID = new Set(['meta', 'link', 'img', 'input', 'br', 'hr'])
const LOADED: Record<string, string> = { link: 'href', script: 'src', img: 'src' }

/** Requests `/docs` and all documentation pages that can be reached from it by links, and parses their HTML. */
export async function crawl(origin: string): Promise<Map<string, CrawledPage>> {
  const pages = new Map<string, CrawledPage>()
  const waiting = ['/docs']
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    if (pages.has(path)) continue
    const response = await fetch(`${origin}${path}`, { redirect: 'manual' })
    if (!response.headers.get('content-type')?.startsWith('text/html')) {
      await response.arrayBuffer()
      continue
    }
    const page = readPage(path, await response.text())
    pages.set(path, page)
    waiting.push(
      ...page.links
        .map((link) => new URL(link, `${origin}${path}`))
        .flatMap((url) =>
          url.origin === origin && /^\/docs(\/|$)/.test(url.pathname) ? [url.pathname] : [],
        ),
    )
  }
  return pages
}

/** Parses the HTML of a page. */
export function readPage(path: string, html: string): CrawledPage {
  const page: CrawledPage = {
    path,
    html,
    ids: [],
    links: [],
    loads: [],
    elements: new Map(),
    title: '',
    description: '',
    mistakes: [],
  }
  let inTitle = false
  const parser = new Parser({
    onopentag(name, attributes) {
      page.elements.set(name, (page.elements.get(name) ?? 0) + 1)
      inTitle = name === 'title'
      if (attributes.id) page.ids.push(attributes.id)
      if (name === 'a') page.links.push(attributes.href ?? '')
      const loaded = attributes[LOADED[name] ?? '']
      if (loaded) page.loads.push(loaded)
      if (name === 'meta' && attributes.name === 'description') page.description = attributes.content ?? ''
      if (name === 'style' || (name === 'script' && !attributes.src)) page.mistakes.push(`<${name}>`)
      for (const attribute of Object.keys(attributes))
        if (/^(style|on\w+)$/.test(attribute)) page.mistakes.push(`${name} ${attribute}`)
    },
    ontext(text) {
      if (inTitle) page.title += text
    },
    onclosetag(name, implied) {
      inTitle = false
      if (implied && !VOID.has(name)) page.mistakes.push(`<${name}> is not closed`)
    },
  })
  parser.end(html)
  return page
}
