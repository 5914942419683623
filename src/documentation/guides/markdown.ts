import MarkdownIt, { type Token } from 'markdown-it'
import { codeBlock } from './highlight.ts'

/** HTML in the text is shown as text. */
export const markdown = new MarkdownIt({ html: false, linkify: false })

const { rules } = markdown.renderer

rules.fence = (tokens, index) => {
  const { content = '', info = '' } = tokens[index] ?? {}
  return codeBlock(content, info.trim().split(/\s/, 1)[0] ?? '')
}
rules.code_block = (tokens, index) => codeBlock(tokens[index]?.content ?? '', '')
rules.table_open = () => '<div class="table" tabindex="0" role="group" aria-label="Table"><table>'
rules.table_close = () => '</table></div>'
rules.th_open = (tokens, index) => cell('th', tokens[index])
rules.td_open = (tokens, index) => cell('td', tokens[index])

/** A cell whose alignment is a class: pages may not contain styles. */
function cell(name: string, token: Token | undefined): string {
  const [, alignment] = /text-align:(\w+)/.exec(String(token?.attrGet('style') ?? '')) ?? []
  return alignment ? `<${name} class="${alignment}">` : `<${name}>`
}

/** Renders a description of a line or a few paragraphs, such as those of the API's definitions. */
export function renderText(text: string): string {
  return markdown.render(text)
}

const inline = new Map<string, string>()

/** Renders a text of a definition as a part of a paragraph; many fields share one, so each is rendered once. */
export function renderInline(text: string): string {
  const rendered = inline.get(text) ?? markdown.renderInline(text)
  inline.set(text, rendered)
  return rendered
}

/** A text without the marks of Markdown. */
export function plainText(text: string): string {
  return textOf(markdown.parse(text, {}))
}

/** The text of parts of a document, without the marks of Markdown. */
export function textOf(tokens: readonly (Token | undefined)[]): string {
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
