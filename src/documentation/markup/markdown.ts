import MarkdownIt, { type Token } from 'markdown-it'
import { codeBlock } from './highlight.ts'

/** The Markdown renderer. It escapes HTML in the text. */
export const markdown = new MarkdownIt({ html: false, linkify: false })

const { rules } = markdown.renderer

rules.fence = (tokens, index) => {
  const { content = '', info = '' } = tokens[index] ?? {}
  return codeBlock(content, info.trim().split(/\s/, 1)[0] ?? '')
}
rules.code_block = (tokens, index) => codeBlock(tokens[index]?.content ?? '', '')
rules.table_open = () => '<div class="table" tabindex="0" role="group" aria-label="Table"><table>'
rules.table_close = () => '</table></div>'
rules.th_open = (tokens, index) => openCell('th', tokens[index])
rules.td_open = (tokens, index) => openCell('td', tokens[index])

/** Returns the start tag of a cell. The alignment becomes a class, because pages cannot contain inline styles. */
function openCell(name: string, token: Token | undefined): string {
  const [, alignment] = /text-align:(\w+)/.exec(String(token?.attrGet('style') ?? '')) ?? []
  return alignment ? `<${name} class="${alignment}">` : `<${name}>`
}

/** Renders a description of one or more paragraphs. */
export function renderText(text: string): string {
  return markdown.render(text)
}

const inline = new Map<string, string>()

/** Renders a text without a paragraph around it. Results are cached, because many fields share a description. */
export function renderInline(text: string): string {
  const rendered = inline.get(text) ?? markdown.renderInline(text)
  inline.set(text, rendered)
  return rendered
}

/** Returns a text without Markdown syntax. */
export function plainText(text: string): string {
  return joinText(markdown.parse(text, {}))
}

/** Returns the text of tokens without Markdown syntax. */
export function joinText(tokens: readonly (Token | undefined)[]): string {
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
