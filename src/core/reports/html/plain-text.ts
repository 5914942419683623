import type { PhrasingContent, RootContent, Table } from 'mdast'
import { toHttpUrl } from '../foundation/http-url.ts'
import { textOf } from './blocks.ts'

/** Renders the blocks of a report as plain text, for email programs that do not show HTML. */
export function renderPlainText(blocks: readonly RootContent[]): string {
  return `${blocks.map(renderBlock).join('\n\n')}\n`
}

function renderBlock(block: RootContent): string {
  switch (block.type) {
    case 'heading': {
      const title = renderInline(block.children)
      return `${title}\n${(block.depth === 1 ? '=' : '-').repeat(Math.min(title.length, 60))}`
    }
    case 'paragraph':
      return renderInline(block.children)
    case 'list':
      return block.children.map(({ children }) => `- ${children.map(renderBlock).join(' ')}`).join('\n')
    case 'table':
      return renderTable(block)
    default:
      return textOf(block)
  }
}

/** Renders each row of a table as a line with its first cell, and one line for each of its other cells. */
function renderTable({ children: [head, ...rows] }: Table): string {
  const names = head?.children.map(textOf) ?? []
  return rows
    .map(({ children: [first, ...others] }) =>
      [
        first ? renderInline(first.children) : '',
        ...others.map(({ children }, index) => `  ${names[index + 1]}: ${renderInline(children)}`),
      ].join('\n'),
    )
    .join('\n')
}

function renderInline(nodes: readonly PhrasingContent[]): string {
  return nodes
    .map((node) => {
      const text = textOf(node)
      const url = node.type === 'link' ? toHttpUrl(node.url) : null
      return url === null || url === text ? text : `${text} (${url})`
    })
    .join('')
}
