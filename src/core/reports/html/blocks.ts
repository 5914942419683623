import type { Nodes, PhrasingContent, RootContent, Table, TableCell } from 'mdast'
import { escapeHtml } from '../../foundation/escape-html.ts'
import { toHttpUrl } from '../foundation/http-url.ts'
import type { Attributes } from './styles.ts'

/** Renders the blocks of a report as HTML. */
export function renderBlocks(blocks: readonly RootContent[], attributes: Attributes): string {
  return blocks.map((block) => renderBlock(block, attributes)).join('\n')
}

function renderBlock(block: RootContent, attributes: Attributes): string {
  const inline = (nodes: readonly PhrasingContent[]) => renderInline(nodes, attributes)
  switch (block.type) {
    case 'heading': {
      const tag = block.depth === 1 ? 'h1' : 'h2'
      return `<${tag}${attributes(tag)}>${inline(block.children)}</${tag}>`
    }
    case 'paragraph':
      return `<p${attributes('p')}>${inline(block.children)}</p>`
    case 'list': {
      const items = block.children.map(({ children }) => {
        const content = children.map((child) =>
          child.type === 'paragraph' ? inline(child.children) : renderBlock(child, attributes),
        )
        return `<li${attributes('item')}>${content.join('')}</li>`
      })
      return `<ul${attributes('list')}>${items.join('')}</ul>`
    }
    case 'table':
      return renderTable(block, attributes)
    default:
      return `<p${attributes('p')}>${escapeHtml(textOf(block))}</p>`
  }
}

/** Renders a table. In narrow windows, its cells are stacked, and each shows the head of its column. */
function renderTable({ children: [head, ...rows] }: Table, attributes: Attributes): string {
  const names = head?.children.map(textOf) ?? []
  const heads = names.map((name) => `<th scope="col"${attributes('th')}>${escapeHtml(name)}</th>`)
  const cell = ({ children }: TableCell, column: number) =>
    `<td${attributes('td')}><span${attributes('name')}>${column === 0 ? '' : `${escapeHtml(names[column] ?? '')}: `}</span>${renderInline(children, attributes)}</td>`
  const body = rows.map(
    ({ children }) =>
      `<tr${attributes('row')}>${children.map((child, column) => cell(child, column)).join('')}</tr>`,
  )
  return `<table${attributes('rows')}><thead${attributes('heads')}><tr>${heads.join('')}</tr></thead><tbody${attributes('group')}>${body.join('')}</tbody></table>`
}

function renderInline(nodes: readonly PhrasingContent[], attributes: Attributes): string {
  return nodes
    .map((node): string => {
      switch (node.type) {
        case 'text':
          return escapeHtml(node.value)
        case 'strong':
          return `<strong>${renderInline(node.children, attributes)}</strong>`
        case 'emphasis':
          return `<em>${renderInline(node.children, attributes)}</em>`
        case 'break':
          return '<br>'
        case 'link': {
          const content = renderInline(node.children, attributes)
          const url = toHttpUrl(node.url)
          return url === null
            ? content
            : `<a href="${escapeHtml(url)}" rel="noopener noreferrer nofollow"${attributes('link')}>${content}</a>`
        }
        default:
          return escapeHtml(textOf(node))
      }
    })
    .join('')
}

/** Returns the text of a node. HTML in it is text as well. */
export function textOf(node: Nodes): string {
  if ('value' in node) return node.value
  if ('children' in node) return node.children.map(textOf).join('')
  return node.type === 'break' ? '\n' : ''
}
