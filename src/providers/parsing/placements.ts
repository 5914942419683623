import type { Placement } from '../../core/provider-port/driver.ts'
import { parseUrl } from '../../definitions/parse-url.ts'
import type { PlacementKind } from '../../definitions/vocabulary.ts'

/** Fields of a card, the preferred one first. Vendors name them differently. */
const TITLE = ['title', 'name', 'product_name', 'business_name']
const BRAND = ['brand', 'brand_name', 'manufacturer', 'advertiser']
const SELLER = ['seller', 'merchant', 'merchants', 'merchant_name', 'store', 'shop', 'source', 'marketplace']
const PRICE = ['price', 'current_price', 'extracted_price', 'price_value', 'final_price']
const AMOUNT = ['current', 'value', 'extracted_value', 'amount', 'price', 'displayed_price']
const CURRENCY = ['currency', 'currency_code', 'price_currency']
const URL_FIELDS = ['url', 'link', 'product_link', 'product_url', 'offer_url', 'website', 'href']
/** Lists of cards that some vendors nest in an object. */
const LISTS = ['places', 'items', 'products', 'results', 'businesses']

/** Symbols that stand for one currency only. A dollar sign does not. */
const SYMBOLS: Readonly<Record<string, string>> = {
  '€': 'EUR',
  '£': 'GBP',
  '₹': 'INR',
  '₩': 'KRW',
  US$: 'USD',
}

type Fields = Readonly<Record<string, unknown>>

/**
 * Reads the cards of one kind that a surface showed next to the text. Skips cards without a title. Positions count from
 * 1 among the cards of the kind.
 * @param value a list of cards, or an object that holds one
 */
export function placementsIn(kind: PlacementKind, value: unknown): Placement[] {
  const cards = listIn(value).flatMap((card) => (isObject(card) ? (placementOf(kind, card) ?? []) : []))
  return cards.map((card, index) => ({ ...card, position: index + 1 }))
}

function listIn(value: unknown): unknown[] {
  if (Array.isArray(value)) return value
  if (!isObject(value)) return []
  return LISTS.map((name) => value[name]).find((list) => Array.isArray(list)) ?? [value]
}

function placementOf(kind: PlacementKind, card: Fields): Omit<Placement, 'position'> | null {
  const title = textIn(card, TITLE)
  if (title === null) return null
  const url = textIn(card, URL_FIELDS)
  return {
    kind,
    title,
    brand: textIn(card, BRAND),
    seller: textIn(card, SELLER),
    ...priceOf(card),
    url: url !== null && /^https?:\/\//.test(url) && parseUrl(url) ? url : null,
  }
}

function priceOf(card: Fields): Pick<Placement, 'price' | 'currency'> {
  const given = PRICE.map((name) => card[name]).find((price) => price !== undefined && price !== null)
  const nested = isObject(given) ? given : {}
  const amount = isObject(given) ? AMOUNT.map((name) => given[name]).find((each) => each != null) : given
  const symbol = typeof amount === 'string' ? SYMBOLS[/US\$|[€£₹₩]/.exec(amount)?.[0] ?? ''] : undefined
  const currency = textIn(card, CURRENCY) ?? textIn(nested, CURRENCY) ?? symbol ?? null
  return {
    price: amountIn(amount),
    currency: currency !== null && /^[A-Z]{3}$/.test(currency) ? currency : null,
  }
}

/** Reads an amount such as 1299, "$1,299.00" or "1.299,00 €". Returns null for a range and any other text. */
function amountIn(value: unknown): number | null {
  if (typeof value === 'number') return Number.isFinite(value) && value >= 0 ? value : null
  if (typeof value !== 'string') return null
  const numbers = value.match(/\d[\d.,\s\u00a0]*\d|\d/g) ?? []
  if (numbers.length !== 1) return null
  const [digits = ''] = numbers
  const cents = /[.,](\d{2})$/.exec(digits)
  const whole = (cents ? digits.slice(0, -3) : digits).replace(/\D/g, '')
  return Number(`${whole}${cents ? `.${cents[1]}` : ''}`)
}

/** Returns the first of these fields with a text. An object counts by its name, a list by its first element. */
function textIn(card: Fields, names: readonly string[]): string | null {
  for (const name of names) {
    const text = plainText(card[name])
    if (text !== null) return text
  }
  return null
}

function plainText(value: unknown): string | null {
  if (typeof value === 'string') return value.trim() === '' ? null : value.trim()
  if (Array.isArray(value)) return plainText(value[0])
  return isObject(value) ? plainText(value.name ?? value.title) : null
}

function isObject(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
