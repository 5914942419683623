import GithubSlugger from 'github-slugger'
import MarkdownIt, { type Token } from 'markdown-it'
import type { Content, Heading, SearchEntry } from '../page.ts'
import { codeBlock } from './highlight.ts'

/** HTML in the text is shown as text. */
const markdown = new MarkdownIt({ html: false, linkify: false })

markdown.renderer.rules.fence = (tokens, index) => {
  const { content = '', info = '' } = tokens[index] ?? {}
  return codeBlock(content, info.trim().split(/\s/, 1)[0] ?? '')
}
markdown.renderer.rules.code_block = (tokens, index) => codeBlock(tokens[index]?.content ?? '', '')
markdown.renderer.rules.table_open = () =>
  '<div class="table" tabindex="0" role="group" aria-label="Table"><table>'
markdown.renderer.rules.table_close = () => '</table></div>'
// Links to files that are no pages have lost their address: see `rewriteLinks`.
markdown.renderer.rules.link_open = (tokens, index) => {
  const href = String(tokens[index]?.attrGet('href') ?? '')
  return href ? `<a href="${markdown.utils.escapeHtml(href)}">` : '<span>'
}
markdown.renderer.rules.link_close = (tokens, index) => (linkOf(tokens, index) ? '</a>' : '</span>')

/** Renders a description of a line or a few paragraphs, such as those of the API's definitions. */
export function renderText(text: string): string {
  return markdown.render(text)
}

/** Renders a text as a part of a paragraph. */
export function renderInline(text: string): string {
  return markdown.renderInline(text)
}

/** A text without the marks of Markdown. */
export function plainText(text: string): string {
  return textOf(markdown.parse(text, {}))
}

/**
 * Renders the text below a title: with anchors on its headings, as GitHub makes them, and an entry of the search for the part
 * below each.
 * @param addressOf the address for the target of a link; null removes the link
 */
export function renderGuide({
  source,
  path,
  title,
  addressOf,
}: {
  source: string
  path: string
  title: string
  addressOf: (target: string) => string | null
}): Content {
  const tokens = markdown.parse(source, {})
  rewriteLinks(tokens, addressOf)
  const headings: Heading[] = []
  const parts: { heading: Heading | null; tokens: Token[] }[] = [{ heading: null, tokens: [] }]
  const slugger = new GithubSlugger()
  // The title takes its anchor, as on GitHub.
  slugger.slug(title)
  for (const [index, token] of tokens.entries()) {
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

markdown.renderer.rules.heading_close = (tokens, index) => {
  const open = tokens.findLast((token, at) => at < index && token.type === 'heading_open')
  const anchor = open?.attrGet('id')
  const link = anchor ? ` <a class="anchor" href="#${anchor}" aria-label="Link to this section">#</a>` : ''
  return `${link}</${tokens[index]?.tag}>\n`
}

function rewriteLinks(tokens: readonly Token[], addressOf: (target: string) => string | null): void {
  for (const token of tokens) {
    if (token.type === 'link_open')
      token.attrSet('href', addressOf(String(token.attrGet('href') ?? '')) ?? '')
    if (token.children) rewriteLinks(token.children, addressOf)
  }
}

/** Whether the link that is closed here leads somewhere. */
function linkOf(tokens: readonly Token[], close: number): boolean {
  const open = tokens.findLast((token, at) => at < close && token.type === 'link_open')
  return Boolean(open?.attrGet('href'))
}

function textOf(tokens: readonly (Token | undefined)[]): string {
  return tokens
    .map((token) => (token?.children ? token.children.map(inlineText).join('') : (token?.content ?? '')))
    .filter((text) => text !== '')
    .join(' ')
    .replace(/\s+/g, ' ')
    .trim()
}

function inlineText({ type, content }: Token): string {
  return type === 'softbreak' || type === 'hardbreak' ? ' ' : content
}
