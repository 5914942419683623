import type { Line, ListBlock } from './document.ts'

function isDigit(code: number): boolean {
  return code >= 48 && code <= 57
}

/** Ordered lists within one line: "1) Acme 2) Brio", "(1) Acme, (2) Brio", or "1. Acme 2. Brio" from the beginning of the line. */
export function readSameLineLists(text: string, lines: readonly Line[]): ListBlock[] {
  const lists: ListBlock[] = []
  let bracket = text.indexOf(')')
  lines.forEach((line, index) => {
    if (bracket >= 0 && bracket < line.content) bracket = text.indexOf(')', line.content)
    // Most lines have neither delimiter and are skipped without being read.
    if (line.ordinal !== 1 && (bracket < 0 || bracket >= line.end)) return
    if (line.kind !== 'text' && line.kind !== 'item') return
    const first = line.ordinal === 1 ? line.content : -1
    const starts = first < 0 ? [] : [first]
    const ends: number[] = []
    for (let at = line.content; at + 2 < line.end; at += 1) {
      const code = text.charCodeAt(at)
      if (code !== 41 && (code !== 46 || first < 0)) continue
      if (text.charCodeAt(at + 1) !== 32 || !isDigit(text.charCodeAt(at - 1))) continue
      let from = at - 1
      while (from > line.content && isDigit(text.charCodeAt(from - 1))) from -= 1
      if (at - from > 2 || Number(text.slice(from, at)) !== starts.length + 1) continue
      const bracket = text.charCodeAt(from - 1) === 40
      const before = text.charAt(bracket ? from - 2 : from - 1)
      if (from > line.content && before !== ' ' && before !== '\u00a0') continue
      if (starts.length > 0) ends.push(bracket ? from - 1 : from)
      starts.push(at + 2)
    }
    if (starts.length < 2) return
    ends.push(line.end)
    const items = starts.map((start, item) => {
      let end = ends[item] ?? line.end
      while (end > start && ' \u00a0,;'.includes(text.charAt(end - 1))) end -= 1
      return { start, end, title: { start, end } }
    })
    lists.push({ kind: 'ordered', items, line: index })
  })
  return lists
}

const LONGEST_PRICE = 16
const CURRENCIES = '$€£¥₹'
const PRICE = '0123456789., \u00a0\u202f'
// "+ more" follows the name of a seller that is one of several.
const OTHER_SELLERS = /\+ (?:more|others|weitere|flere|fler|meer|más|mais|altri|autres)/u

function followsPrice(text: string, bullet: number, start: number): boolean {
  let at = bullet - 1
  let currency = false
  let figure = false
  for (; at >= start && bullet - at < LONGEST_PRICE; at -= 1) {
    const character = text.charAt(at)
    if (CURRENCIES.includes(character)) currency = true
    else if (character >= '0' && character <= '9') figure = true
    else if (!PRICE.includes(character)) break
    if (currency && figure) return true
  }
  return false
}

/** Offset where the seller after a bullet ends and the next card begins: after "+ more", else where a space is missing. */
function endOfSeller(text: string, bullet: number, next: number): number {
  const seller = text.slice(bullet + 1, next)
  const others = OTHER_SELLERS.exec(seller)
  if (others) return bullet + 1 + others.index + others[0].length
  const boundary = /[\p{Ll}\d)](?=\p{Lu})/u.exec(seller)
  return boundary ? bullet + 2 + boundary.index : bullet + 1
}

/**
 * Product cards that a web page has run together into one line, each a product, its price, a bullet and a seller:
 * "Acme One499,00 $•Shop + moreBrio Two…".
 */
export function readProductCards(text: string, lines: readonly Line[]): ListBlock[] {
  const lists: ListBlock[] = []
  let at = text.indexOf('•')
  lines.forEach((line, index) => {
    const bullets: number[] = []
    for (; at >= 0 && at < line.end; at = text.indexOf('•', at + 1)) {
      if (line.kind === 'text' && followsPrice(text, at, line.content)) bullets.push(at)
    }
    if (bullets.length < 2) return
    let start = line.content
    const items = bullets.map((bullet, card) => {
      const next = bullets[card + 1]
      const end = next === undefined ? line.end : endOfSeller(text, bullet, next)
      const item = { start, end, title: { start, end: bullet } }
      start = end
      return item
    })
    lists.push({ kind: 'cards', items, line: index })
  })
  return lists
}
