import type { Line, ListItem } from './document.ts'
import { listItem } from './list-builder.ts'

const MAX_PRICE_LENGTH = 16
const CURRENCIES = '$€£¥₹'
const PRICE = '0123456789., \u00a0\u202f'
// "+ more" follows the seller's name if there are several sellers.
const OTHER_SELLERS = /\+ (?:more|others|weitere|flere|fler|meer|más|mais|altri|autres)/u

function followsPrice(text: string, bullet: number, start: number): boolean {
  let at = bullet - 1
  let currency = false
  let figure = false
  for (; at >= start && bullet - at < MAX_PRICE_LENGTH; at -= 1) {
    const character = text.charAt(at)
    if (CURRENCIES.includes(character)) currency = true
    else if (character >= '0' && character <= '9') figure = true
    else if (!PRICE.includes(character)) break
    if (currency && figure) return true
  }
  return false
}

/**
 * Returns the end of the seller after a bullet, where the next card starts: after "+ more", or where a space is
 * missing.
 */
function endOfSeller(text: string, bullet: number, next: number): number {
  const seller = text.slice(bullet + 1, next)
  const others = OTHER_SELLERS.exec(seller)
  if (others) return bullet + 1 + others.index + others[0].length
  const boundary = /[\p{Ll}\d)](?=\p{Lu})/u.exec(seller)
  return boundary ? bullet + 2 + boundary.index : bullet + 1
}

/**
 * Splits product cards that a web page has collapsed into one line. Each card has a product, a price, a bullet and a
 * seller: "Acme One499,00 $•Shop + moreBrio Two…".
 */
export function splitProductCards(text: string, line: Line): ListItem[] {
  if (line.kind !== 'text' || !text.slice(line.content, line.end).includes('•')) return []
  const bullets: number[] = []
  for (let at = line.content; at < line.end; at += 1)
    if (text.charAt(at) === '•' && followsPrice(text, at, line.content)) bullets.push(at)
  if (bullets.length < 2) return []
  let start = line.content
  return bullets.map((bullet, card) => {
    const next = bullets[card + 1]
    const end = next === undefined ? line.end : endOfSeller(text, bullet, next)
    const item = listItem(start, end, bullet)
    start = end
    return item
  })
}
