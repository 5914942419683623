import type { SearchEntry } from '../foundation/page.ts'

/** Characters of the excerpt before the first match, and in total. */
const CONTEXT_BEFORE = 40
const MAX_LENGTH = 150

/** Creates the list item of a search result, with an excerpt in which the search terms are marked. */
export function createResult(
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
    createElement('span', 'place', title === page ? kind : `${kind} · ${page}`),
    markMatches(createElement('strong', 'title'), title, pattern),
    markMatches(createElement('span', 'text'), createExcerpt(text, pattern), pattern),
  )
  item.append(link)
  return item
}

/** Returns the part of a text around the first match. It starts and ends at a word. */
function createExcerpt(text: string, pattern: RegExp): string {
  const match = Math.max(0, text.search(pattern))
  const from = match <= CONTEXT_BEFORE ? 0 : text.indexOf(' ', match - CONTEXT_BEFORE) + 1
  const end = text.lastIndexOf(' ', from + MAX_LENGTH)
  const shortened = from + MAX_LENGTH < text.length && end > from
  return `${from > 0 ? '… ' : ''}${shortened ? `${text.slice(from, end)} …` : text.slice(from)}`
}

function markMatches(parent: HTMLElement, text: string, pattern: RegExp): HTMLElement {
  // `split` puts the matches of the pattern's group at the odd indexes.
  const pieces = text.split(pattern)
  parent.append(...pieces.map((piece, index) => (index % 2 === 1 ? createElement('mark', '', piece) : piece)))
  return parent
}

function createElement(name: string, className: string, text = ''): HTMLElement {
  return Object.assign(document.createElement(name), { className, textContent: text })
}
