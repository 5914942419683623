import type { TrackedEntity } from '../foundation/observation.ts'
import { canonicalText } from '../text/canonical-text.ts'
import { classAt, HANGUL, KATAKANA, OTHER, UNSPACED, WORD } from '../text/fold.ts'
import { isOrdinaryWord, mayBeWord } from './common-words.ts'
import { countCapitals, type Spelling, spellingsOf } from './spellings.ts'
import { emptyNode, endOfStep, firstUnits, insertName, type NameEnd, type NameNode, step } from './trie.ts'

/** The names of a set of entities, compiled for matching in any number of texts. */
export interface NameMatcher {
  root: NameNode
  /** 1 at `first * 128 + second` for all pairs of ASCII code units that may start a name, in both letter cases. */
  pairs: Uint8Array
}

// Korean particles, which follow a name without a space.
const PARTICLES = new Set(
  `은 는 이 가 을 를 의 에 에서 에게 와 과 도 로 으로 만 나 이나 보다 까지 부터 처럼 라는 이라는 이란 란 입니다 이며 이고 하고
  에는 에도 에서는 사의 사는`.split(/\s+/),
)

function isUpper(text: string, at: number): boolean {
  const character = text.charAt(at)
  return character !== character.toLowerCase()
}

/**
 * True if a web page lost the space before a word: the word's capital follows a lower-case letter, digit or bracket.
 */
export function lacksSpace(text: string, at: number): boolean {
  if (!isUpper(text, at)) return false
  return !isUpper(text, at - 1) || (at + 1 < text.length && /\p{Ll}/u.test(text.charAt(at + 1)))
}

function koreanParticle(text: string, at: number): boolean {
  let end = at
  while (end < at + 5 && classAt(text, end) === HANGUL) end += 1
  return PARTICLES.has(text.slice(at, end))
}

// Shop pages often lose the space before a price: "Fold71.999,99 $".
const PRICE = /^\d{1,3}(?:[.,]\d{3})*[.,]\d{2}\s?[$€£]/

function isPrice(text: string, at: number): boolean {
  const code = text.charCodeAt(at)
  return code >= 48 && code <= 57 && PRICE.test(text.slice(at, at + 20))
}

// The plural of a name, such as "Teslas".
function isPlural(text: string, start: number, at: number, name: NameEnd): boolean {
  if (text.charAt(at) !== 's' || classAt(text, at + 1) === WORD || !name.plural) return false
  return countCapitals(text.slice(start, at)) > 0
}

// "シャープな" is an adjective, "明治時代" an era.
const JAPANESE_WORD = /^(?:な(?![らどのんくしがりっ])|さ(?![んまえれせ])|時代|維新|年間|生まれ|の昔)/

function endsWord(text: string, start: number, at: number, lastClass: number, name: NameEnd): boolean {
  // An underscore before a letter belongs to a snake_case identifier; any other underscore is emphasis.
  if (text.charCodeAt(at) === 95 && classAt(text, at + 1) === WORD && text.charCodeAt(at - 1) !== 95)
    return false
  const next = classAt(text, at)
  if ((lastClass === UNSPACED || lastClass === KATAKANA) && JAPANESE_WORD.test(text.slice(at, at + 3)))
    return false
  if (lastClass === UNSPACED) return true
  if (lastClass === KATAKANA) return next !== KATAKANA
  if (next === HANGUL) return lastClass !== HANGUL || koreanParticle(text, at)
  if (next !== WORD || lastClass === OTHER) return true
  if (isPlural(text, start, at, name)) return true
  // "899,00 $•EtsyAcme Desk": the seller of a product card, then the next card.
  if (name.distinct && text.charAt(start - 1) === '•') return lacksSpace(text, at)
  return name.compound && (lacksSpace(text, at) || isPrice(text, at))
}

/** True if the text has enough capitals for the spelling, or if the name is a hashtag. */
function hasCapitals(text: string, start: number, end: number, { capitals }: NameEnd): boolean {
  if (capitals === 0 || text.charCodeAt(start - 1) === 35) return true
  return countCapitals(text.slice(start, end)) >= capitals
}

// "iPhone 16 Pro" is not a mention of "iPhone 16": after a number, these suffixes name a different model.
const MODEL = '(?:Pro|Max|Ultra|Plus|Mini|Lite|SE|FE|XL|XT|Ti)'
const NUMBERED = new RegExp(`\\d\\p{L}{0,2}(?:[ -]${MODEL})*$`, 'u')
const OTHER_MODEL = new RegExp(`^(?:\\+(?!\\d)|[ \\u00a0-]${MODEL}\\b)`)

function isOtherModel(text: string, end: number, name: NameEnd): boolean {
  return name.compound && NUMBERED.test(name.name) && OTHER_MODEL.test(text.slice(end, end + 8))
}

export type Accepts = (name: NameEnd, end: number) => boolean

/**
 * Returns the longest accepted name that starts at `start` and ends at a word end up to `limit`, or null if there is
 * none.
 */
export function longestName(
  matcher: NameMatcher,
  text: string,
  start: number,
  limit: number,
  accepts: Accepts,
): { end: number; name: NameEnd } | null {
  let best: { end: number; name: NameEnd } | null = null
  let node: NameNode | undefined = matcher.root
  let at = start
  while (at < limit) {
    const to = endOfStep(text, at)
    const before: NameNode = node
    node = to > limit ? undefined : step(node, text, at, to)
    if (!node || node === matcher.root) break
    const last = node.end ? classAt(text, at) : OTHER
    for (let name = node === before ? null : node.end; name; name = name.next) {
      if (!endsWord(text, start, to, last, name) || !hasCapitals(text, start, to, name)) continue
      if (isOtherModel(text, to, name) || !accepts(name, to)) continue
      best = { end: to, name }
      break
    }
    at = to
  }
  return best
}

function casesOf(unit: number): number[] {
  return unit >= 97 && unit <= 122 ? [unit, unit - 32] : [unit]
}

// `&` and `*`: markup that may be between the first two letters of a name.
const MARKUP = [38, 42]

function pairsOf(root: NameNode): Uint8Array {
  const pairs = new Uint8Array(128 * 128)
  for (const [first, second] of firstUnits(root)) {
    if (first >= 128) continue
    for (const row of casesOf(first)) {
      for (const column of MARKUP) pairs[row * 128 + column] = 1
      // Do not filter by second characters with several spellings, such as spaces.
      const plain = second > 32 && second < 128
      if (plain) for (const column of casesOf(second)) pairs[row * 128 + column] = 1
      else pairs.fill(1, row * 128, row * 128 + 128)
    }
  }
  return pairs
}

/**
 * Quick test before `longestName`: returns false if no name can start with these two UTF-16 code units, as for most
 * words.
 */
export function mayBegin(matcher: NameMatcher, first: number, second: number): boolean {
  return first >= 128 || second >= 128 || Number.isNaN(second) || matcher.pairs[first * 128 + second] === 1
}

/**
 * True for a name with a recognized plural in -s: it is long enough, and not an ordinary word with or without the s.
 */
function hasPlural(name: string): boolean {
  return /[\p{L}\p{N}]{2}[^\P{L}sxz]$/iu.test(name) && !isOrdinaryWord(name) && !isOrdinaryWord(`${name}s`)
}

/**
 * Compiles the names and aliases of entities with all their spellings. A name of two entities belongs to the first. A
 * given name takes precedence over a derived spelling of another name. Names without a letter or digit are skipped. The
 * time depends only on the length of the names.
 */
export function compileNames(entities: readonly TrackedEntity[]): NameMatcher {
  const root = emptyNode()
  const spelled = entities.map(({ name, aliases = [] }) =>
    [name, ...aliases].map((name) => spellingsOf(canonicalText(name).text)),
  )
  const tracked = new Set(spelled.flatMap((names) => names.map(([first]) => first?.text.toLowerCase())))
  const insert = (entity: number, { text, capitals }: Spelling, given: string) => {
    insertName(root, {
      entity,
      // A name that is tracked in lower case counts everywhere.
      ordinary: given !== given.toLowerCase() && mayBeWord(text),
      compound: /[\p{L}\p{N}][\s-]+[\p{L}\p{N}]|^(?=.{6})\p{L}*\p{Ll}\p{Lu}\p{Ll}/u.test(text),
      distinct: /^\p{Lu}[\p{L}\p{N}]{3,}$/u.test(text) && !isOrdinaryWord(text),
      divisible: /[\p{L}\p{N}]\P{L}+[\p{L}\p{N}]|[^\P{L}\p{sc=Latin}]/u.test(text),
      plural: hasPlural(text),
      name: text,
      capitals,
      next: null,
    })
  }
  for (const given of [true, false]) {
    spelled.forEach((names, entity) => {
      for (const [first, ...others] of names) {
        if (!first) continue
        for (const spelling of given ? [first] : others) {
          // "Levi's" is a spelling of Levis unless Levi is also tracked.
          const owner = /'s$/.test(spelling.text) ? spelling.text.slice(0, -2).toLowerCase() : ''
          if (given || !tracked.has(owner)) insert(entity, spelling, first.text)
        }
      }
    })
  }
  return { root, pairs: pairsOf(root) }
}
