import GithubSlugger from 'github-slugger'
import type { Token } from 'markdown-it'
import type { Content, Heading, SearchEntry } from '../foundation/page.ts'
import { joinText, markdown } from '../markup/markdown.ts'
import type { Target } from './links.ts'

const { rules } = markdown.renderer

// `rewriteLinks` removed the address of links to files that have no page.
rules.link_open = (tokens, index) => {
  const href = String(tokens[index]?.attrGet('href') ?? '')
  return href ? `<a href="${markdown.utils.escapeHtml(href)}">` : '<span>'
}
rules.link_close = (tokens, index) => {
  return findOpening(tokens, index, 'link_open')?.attrGet('href') ? '</a>' : '</span>'
}
rules.heading_close = (tokens, index) => {
  const anchor = findOpening(tokens, index, 'heading_open')?.attrGet('id')
  const link = anchor ? ` <a class="anchor" href="#${anchor}" aria-label="Link to this section">#</a>` : ''
  return `${link}</${tokens[index]?.tag}>\n`
}

function findOpening(tokens: readonly Token[], close: number, type: string): Token | undefined {
  return tokens.findLast((token, index) => index < close && token.type === type)
}

/**
 * Renders the text below the title of a guide. Headings have the same anchors as on GitHub. Each heading starts a search
 * entry.
 * @param findTarget returns where a link leads, or null to remove the link
 * @param findPicture returns the URL of a picture from its path in the repository
 */
export function renderGuide({
  source,
  path,
  title,
  findTarget,
  findPicture,
}: {
  source: string
  path: string
  title: string
  findTarget: (link: string) => Target | null
  findPicture: (source: string) => string
}): Content & { entries: SearchEntry[] } {
  const tokens = withoutComments(markdown.parse(source, {}))
  rewriteLinks(tokens, findTarget)
  rewritePictures(tokens, findPicture)
  const headings: Heading[] = []
  const parts: { heading: Heading | null; tokens: Token[] }[] = [{ heading: null, tokens: [] }]
  const slugger = new GithubSlugger()
  // As on GitHub, the title reserves its anchor.
  slugger.slug(title)
  for (const [index, token] of tokens.entries()) {
    // A page has only one h1, so another title in the file becomes a chapter heading.
    if (/^heading/.test(token.type) && token.tag === 'h1') {
      token.tag = 'h2'
      if (token.type === 'heading_open') token.attrSet('class', 'chapter')
    }
    if (token.type === 'heading_open') {
      const text = joinText([tokens[index + 1]])
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
      const [address, name] = heading ? [`${path}#${heading.id}`, heading.text] : [path, title]
      return { path: address, title: name, page: title, kind: 'Guide', text: joinText(tokens) }
    }),
  }
}

/** Removes HTML comments, which GitHub hides: paragraphs that consist of one. */
function withoutComments(tokens: readonly Token[]): Token[] {
  const isComment = (token: Token | undefined) =>
    token?.type === 'inline' && /^<!--.*-->$/s.test(token.content)
  return tokens.filter(
    (token, index) => !isComment(token) && !isComment(tokens[index + 1]) && !isComment(tokens[index - 1]),
  )
}

function rewriteLinks(tokens: readonly Token[], findTarget: (link: string) => Target | null): void {
  for (const [index, token] of tokens.entries()) {
    if (token.children) rewriteLinks(token.children, findTarget)
    if (token.type !== 'link_open') continue
    const target = findTarget(String(token.attrGet('href') ?? ''))
    token.attrSet('href', target?.address ?? '')
    // Links named after a file are named after the page's title instead.
    const text = tokens[index + 1]
    if (target?.title && text && /^[\w/.-]+\.md$/.test(text.content)) text.content = target.title
  }
}

function rewritePictures(tokens: readonly Token[], findPicture: (source: string) => string): void {
  for (const token of tokens) {
    if (token.children) rewritePictures(token.children, findPicture)
    if (token.type === 'image') token.attrSet('src', findPicture(String(token.attrGet('src') ?? '')))
  }
}
