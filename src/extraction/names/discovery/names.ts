import type { MarkdownDocument } from '../../document/document.ts'
import type { Span } from '../../foundation/observation.ts'
import { SHAPE } from './characters.ts'
import { readMakerFeatures, readNameFeatures } from './features.ts'
import { logitOf, type NameModel, shippedNameModel } from './model.ts'
import { ordinaryIn, type Reading, readText } from './recognition.ts'
import { addToKey, isNameLike } from './spans.ts'

/** A brand or product name that is recognized without knowing the tracked names. Offsets are UTF-16 code units. */
export interface RecognizedName extends Span {
  /** End of the maker's name at the start: "Samsung" in "Samsung Galaxy S25". Null if there is none. */
  makerEnd: number | null
}

/** Minimum logits for a name and for a maker. */
const NAME_THRESHOLD = -0.5
const MAKER_THRESHOLD = 0
const MAX_MAKER_WORDS = 2

/** Returns the spans above the threshold that do not overlap with a better one, in text order. */
function chooseSpans({ spans, words }: Reading, scores: Float64Array): number[] {
  const order: number[] = []
  for (let span = 0; span < spans.count; span += 1) if ((scores[span] ?? 0) > NAME_THRESHOLD) order.push(span)
  order.sort((a, b) => (scores[b] ?? 0) - (scores[a] ?? 0))
  const taken = new Uint8Array(words.count)
  const isFree = (span: number) => {
    for (let word = spans.from[span] ?? 0; word < (spans.to[span] ?? 0); word += 1)
      if (taken[word]) return false
    return true
  }
  return order
    .filter((span) => {
      if (!isFree(span)) return false
      taken.fill(1, spans.from[span], spans.to[span])
      return true
    })
    .sort((a, b) => a - b)
}

/**
 * Nouns that begin a phrase about a brand, such as “Opinions on Acme”, and the words that follow them. At the start of a
 * sentence or an item the noun is capitalized like a name.
 */
const ABOUT_A_BRAND =
  /^(?:opinions?|thoughts|views|reviews?|complaints?|questions?|feedback|alternatives?) (?:on|about|of|to)\b/

/** Whether a span is such a noun, with or without the word after it. */
function isAboutBrand({ lower, words, spans }: Reading, span: number): boolean {
  const from = spans.from[span] ?? 0
  const to = spans.to[span] ?? 0
  const start = words.starts[from] ?? 0
  return to - from <= 2 && ABOUT_A_BRAND.test(lower.slice(start, start + LONGEST_PHRASE))
}

/** Length of the longest match of {@link ABOUT_A_BRAND}. */
const LONGEST_PHRASE = 'alternatives about '.length

/** Returns the keys of the first one or two words of a name, which may be its maker. */
export function makerKeys({ words, spans }: Reading, span: number): number[] {
  const keys: number[] = []
  const from = spans.from[span] ?? 0
  const most = Math.min((spans.to[span] ?? 0) - 1, from + MAX_MAKER_WORDS)
  for (let word = from; word < most; word += 1)
    keys.push(addToKey(keys[keys.length - 1] ?? 0, words.hashes[word] ?? 0))
  return keys
}

/** Counts how often each name occurs alone, and how many names start with it. */
export function countMakers(reading: Reading, chosen: readonly number[]) {
  const alone = new Map<number, number>()
  const products = new Map<number, Set<number>>()
  for (const span of chosen) {
    const key = reading.spans.keys[span] ?? 0
    alone.set(key, (alone.get(key) ?? 0) + 1)
    for (const maker of makerKeys(reading, span)) {
      const names = products.get(maker)
      if (names) names.add(key)
      else products.set(maker, new Set([key]))
    }
  }
  return { alone, products }
}

/** Returns the word after the maker's name for each chosen span, or −1 if there is no maker. */
function findMakers(reading: Reading, chosen: readonly number[], model: NameModel): number[] {
  const { alone, products } = countMakers(reading, chosen)
  return chosen.map((span) => {
    const from = reading.spans.from[span] ?? 0
    const to = reading.spans.to[span] ?? 0
    const keys = makerKeys(reading, span)
    const index = keys.findLastIndex((key, at) => {
      const counts = { alone: alone.get(key) ?? 0, products: products.get(key)?.size ?? 0 }
      readMakerFeatures(reading, { from, makerEnd: from + at + 1, to, key, ...counts })
      return logitOf(model.makers) > MAKER_THRESHOLD
    })
    return index < 0 ? -1 : from + index + 1
  })
}

/**
 * Finds further occurrences of single lower-case names such as "sevdesk" that were recognized at the start of a heading
 * or item.
 */
function otherMentions({ words, spans }: Reading, chosen: readonly number[]): Span[] {
  const small = new Set<number>()
  const places = new Set<number>()
  for (const span of chosen) {
    const word = spans.from[span] ?? 0
    places.add(word)
    const shape = words.shapes[word] ?? 0
    if ((spans.to[span] ?? 0) === word + 1 && !isNameLike(shape) && shape & SHAPE.letter)
      small.add(words.hashes[word] ?? 0)
  }
  const mentions: Span[] = []
  if (small.size === 0) return mentions
  for (let word = 0; word < words.count; word += 1) {
    if (places.has(word) || isNameLike(words.shapes[word] ?? 0) || !small.has(words.hashes[word] ?? 0))
      continue
    mentions.push({ start: words.starts[word] ?? 0, end: words.ends[word] ?? 0 })
  }
  return mentions
}

/**
 * Recognizes brand and product names without knowing which are tracked. A linear model uses their spelling, position
 * and context.
 *
 * Returned spans are in text order and do not overlap. The time is linear in the text. `text` is canonical (see
 * `canonicalText`), `lower` is its lower-case form, `document` its Markdown, and `language` a primary language subtag
 * (BCP 47) or null.
 */
export function recognizeNames(
  text: string,
  lower: string,
  document: MarkdownDocument,
  language: string | null,
  model: NameModel = shippedNameModel(),
): RecognizedName[] {
  const reading = readText(text, lower, document, language, ordinaryIn(model.ordinary))
  const { words, spans } = reading
  const scores = new Float64Array(spans.count)
  for (let span = 0; span < spans.count; span += 1) {
    readNameFeatures(reading, span)
    scores[span] = logitOf(model.names)
  }
  const chosen = chooseSpans(reading, scores).filter((span) => !isAboutBrand(reading, span))
  const makers = findMakers(reading, chosen, model)
  const names = chosen.map((span, index): RecognizedName => {
    const maker = makers[index] ?? -1
    return {
      start: words.starts[spans.from[span] ?? 0] ?? 0,
      end: words.ends[(spans.to[span] ?? 0) - 1] ?? 0,
      makerEnd: maker < 0 ? null : (words.ends[maker - 1] ?? null),
    }
  })
  const others = otherMentions(reading, chosen)
  if (others.length === 0) return names
  return [...names, ...others.map((span) => ({ ...span, makerEnd: null }))].sort((a, b) => a.start - b.start)
}
