import type { SearchEntry } from '../page.ts'

/** Characters of the text that are shown around the first word that was found. */
const BEFORE = 40
const LENGTH = 150

/** A result of the search: where it is, and the text around the words that were found in it. */
export function resultOf(
  { path, title, page, kind, text }: SearchEntry,
  terms: readonly string[],
): HTMLLIElement {
  const pattern = new RegExp(
    `(${terms.map((term) => term.replace(/[^\p{L}\p{N}]/gu, '\\$&')).join('|')})`,
    'giu',
  )
  const item = document.createElement('li')
  const link = document.createElement('a')
  link.href = path
  link.append(
    element('span', 'place', title === page ? kind : `${kind} · ${page}`),
    marked(element('strong', 'title', ''), title, pattern),
    marked(element('span', 'text', ''), around(text, pattern), pattern),
  )
  item.append(link)
  return item
}

/** The part of a text that begins shortly before the first match, at a word. */
function around(text: string, pattern: RegExp): string {
  const at = Math.max(0, text.search(pattern))
  const from = at <= BEFORE ? 0 : text.indexOf(' ', at - BEFORE) + 1
  const end = text.lastIndexOf(' ', from + LENGTH)
  const rest = from + LENGTH < text.length && end > from
  return `${from > 0 ? '… ' : ''}${rest ? `${text.slice(from, end)} …` : text.slice(from)}`
}

function marked(parent: HTMLElement, text: string, pattern: RegExp): HTMLElement {
  // Every other piece is one that the group of the pattern has matched.
  const pieces = text.split(pattern)
  parent.append(...pieces.map((piece, index) => (index % 2 === 1 ? element('mark', '', piece) : piece)))
  return parent
}

function element(name: string, className: string, text: string): HTMLElement {
  const made = document.createElement(name)
  made.className = className
  made.textContent = text
  return made
}
