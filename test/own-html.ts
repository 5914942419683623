import { parseDocument } from 'htmlparser2'

/** Attributes that reports and emails use, by element. All others come from someone else. */
const ALLOWED: Readonly<Record<string, readonly string[]>> = {
  html: ['lang'],
  head: [],
  meta: ['charset', 'name', 'content'],
  title: [],
  style: [],
  body: [],
  table: ['role', 'cellpadding', 'cellspacing', 'border', 'width'],
  thead: [],
  tbody: [],
  tr: [],
  td: ['align'],
  th: ['scope'],
  h1: [],
  h2: [],
  p: [],
  ul: [],
  li: [],
  strong: [],
  em: [],
  br: [],
  span: ['title'],
  blockquote: [],
  img: ['src', 'alt', 'height'],
  a: ['href', 'rel'],
}
const EVERYWHERE = ['class', 'style']

type Node = ReturnType<typeof parseDocument>['children'][number]

/** Returns what a page or email contains that the product does not write itself: elements, attributes and URLs. */
export function foreignParts(html: string): string[] {
  return parseDocument(html).children.flatMap(foreignIn)
}

function foreignIn(node: Node): string[] {
  if (node.type === 'comment') return [`comment ${node.data.slice(0, 80)}`]
  if (!('attribs' in node)) return []
  const { name, attribs, children } = node
  const allowed = ALLOWED[name]
  const own = allowed
    ? Object.entries(attribs).flatMap(([attribute, value]) => {
        const label = `${name} ${attribute}=${value.slice(0, 80)}`
        if (!allowed.includes(attribute) && !EVERYWHERE.includes(attribute)) return [label]
        if (attribute === 'href' && !/^https?:\/\//.test(value)) return [label]
        if (attribute === 'src' && !/^(cid:|data:image\/)/.test(value)) return [label]
        if (attribute === 'style' && /url\(|expression|@import/i.test(value)) return [label]
        return []
      })
    : [`<${name}>`]
  return [...own, ...children.flatMap(foreignIn)]
}
