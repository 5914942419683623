import GithubSlugger from 'github-slugger'
import type { Token } from 'markdown-it'
import type { Content, Heading, SearchEntry } from '../page.ts'
import type { Target } from './links.ts'
import { markdown, textOf } from './markdown.ts'

const { rules } = markdown.renderer

// Links to files that are no pages have lost their address: see `rewriteLinks`.
rules.link_open = (tokens, index) => {
  const href = String(tokens[index]?.attrGet('href') ?? '')
  return href ? `<a href="${markdown.utils.escapeHtml(href)}">` : '<span>'
}
rules.link_close = (tokens, index) => {
  return opening(tokens, index, 'link_open')?.attrGet('href') ? '</a>' : '</span>'
}
rules.heading_close = (tokens, index) => {
  const anchor = opening(tokens, index, 'heading_open')?.attrGet('id')
  const link = anchor ? ` <a class="anchor" href="#${anchor}" aria-label="Link to this section">#</a>` : ''
  return `${link}</${tokens[index]?.tag}>\n`
}

function opening(tokens: readonly Token[], close: number, type: string): Token | undefined {
  return tokens.findLast((token, at) => at < close && token.type === type)
}

/**
 * Renders the text below a title: with anchors on its headings, as GitHub makes them, and an entry of the search for the part
 * below each.
 * @param targetOf what a link leads to; null removes the link
 * @param pictureOf where the picture is served that the guide names by its path in the repository
 */
export function renderGuide({
  source,
  path,
  title,
  targetOf,
  pictureOf,
}: {
  source: string
  path: string
  title: string
  targetOf: (link: string) => Target | null
  pictureOf: (source: string) => string
}): Content & { entries: SearchEntry[] } {
  const tokens = markdown.parse(source, {})
  rewriteLinks(tokens, targetOf)
  rewritePictures(tokens, pictureOf)
  const headings: Heading[] = []
  const parts: { heading: Heading | null; tokens: Token[] }[] = [{ heading: null, tokens: [] }]
  const slugger = new GithubSlugger()
  // The title takes its anchor, as on GitHub.
  slugger.slug(title)
  for (const [index, token] of tokens.entries()) {
    // A page has one title; another one in the file begins a chapter.
    if (/^heading/.test(token.type) && token.tag === 'h1') {
      token.tag = 'h2'
      if (token.type === 'heading_open') token.attrSet('class', 'chapter')
    }
    if (token.type === 'heading_open') {
      const text = textOf([tokens[index + 1]])
      const heading: Heading = { id: slugger.slug(text), text, level: token.tag === 'h2' ? 2 : 3 }
      token.attrSet('id', heading.id)
      if (token.tag === 'h2' || token.tag === 'h3') headings.push(heading)
      parts.push({ heading, tokens: [] })
    } else if (tokens[index - 1]?.type !== 'heading_open') parts.at(-1)?.tokens.push(token)
  }
  return {
    html: markdown.renderer.render(tokens, markdown.options, {}),
    headings,
    entries: parts.map(({ heading, tokens }): SearchEntry => {
      const [at, name] = heading ? [`${path}#${heading.id}`, heading.text] : [path, title]
      return { path: at, title: name, page: title, kind: 'Guide', text: textOf(tokens) }
    }),
  }
}

function rewriteLinks(tokens: readonly Token[], targetOf: (link: string) => Target | null): void {
  for (const [index, token] of tokens.entries()) {
    if (token.children) rewriteLinks(token.children, targetOf)
    if (token.type !== 'link_open') continue
    const target = targetOf(String(token.attrGet('href') ?? ''))
    token.attrSet('href', target?.address ?? '')
    // In the repository a page is known by the name of its file, here by its title.
    const text = tokens[index + 1]
    if (target?.title && text && /^[\w/.-]+\.md$/.test(text.content)) text.content = target.title
  }
}

function rewritePictures(tokens: readonly Token[], pictureOf: (source: string) => string): void {
  for (const token of tokens) {
    if (token.children) rewritePictures(token.children, pictureOf)
    if (token.type === 'image') token.attrSet('src', pictureOf(String(token.attrGet('src') ?? '')))
  }
}
