import type { Line, ListBlock } from './document.ts'

const LONGEST_PRICE = 16
const CURRENCIES = '$€£¥₹'
const PRICE = '0123456789., \u00a0\u202f'
// "+ more", as the page writes it behind a seller that is not the only one.
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

/** Where the seller behind a bullet ends and the next card begins: after "+ more", else where a space was lost. */
function endOfSeller(text: string, bullet: number, next: number): number {
  const seller = text.slice(bullet + 1, next)
  const others = OTHER_SELLERS.exec(seller)
  if (others) return bullet + 1 + others.index + others[0].length
  const seam = /[\p{Ll}\d)](?=\p{Lu})/u.exec(seller)
  return seam ? bullet + 2 + seam.index : bullet + 1
}

/** Product cards that a page has run together into one line: "Acme One499,00 $•Shop + moreBrio Two…". */
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
      const item = { start, end, head: { start, end: bullet } }
      start = end
      return item
    })
    lists.push({ kind: 'cards', items, line: index })
  })
  return lists
}
