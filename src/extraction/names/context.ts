import { type SemanticField, topicOf } from './semantic-fields.ts'

/** How reliable the capitals of a text are: it has none, is an informal post with few, or has those of edited prose. */
export type Casing = 'none' | 'informal' | 'edited'

/** What the whole of a text says about its names. */
export interface TextTraits {
  /** How reliable its capitals are; read at the first call. */
  casing: () => Casing
  /** Primary subtag of its language, where it is written in Latin letters and is not English; else null. */
  foreign: string | null
}

const OTHER_SCRIPTS = new Set('ja zh ko ru uk bg el ar he fa th hi'.split(' '))

/** The traits of a text whose language has a primary subtag of BCP 47; null where the language is not known. */
export function traitsOf(text: string, language: string | null): TextTraits {
  let casing: Casing | null = null
  return {
    casing: () => {
      casing ??= casingOf(text)
      return casing
    },
    foreign: language === 'en' || OTHER_SCRIPTS.has(language ?? '') ? null : language,
  }
}

/** The words around a candidate for a name, on its line. Punctuation marks count as words. */
export interface NameContext {
  /** The candidate as written. */
  written: string
  /** The words before and after it, nearest first, in lower case. */
  before: string[]
  after: string[]
  /** The words directly before and after it, as written. */
  previous: string
  next: string
  /** The word after `next`, as written. */
  second: string
  /** The six nearest words of either side, as written. */
  nearby: string[]
  /** It is a hashtag; the `#` is not among the words. */
  tagged: boolean
  casing: Casing
  /** Semantic field of the candidate as an ordinary word, when it is known. */
  field: SemanticField | null
}

const REACH = 160
const SAMPLE = 4000
// Informal posts are short; a longer text that begins in lower case has been cut off at its beginning.
const LONGEST_POST = 600
const TOKEN = /[\p{L}\p{N}]+(?:[-'’.+][\p{L}\p{N}]+)*\+*|[^\s\p{L}\p{N}*_]/gu
const SIMPLE_TOKEN = /[A-Za-z0-9]+(?:[-'’.+][A-Za-z0-9]+)*\+*|[^\sA-Za-z0-9*_]/g
// biome-ignore lint/suspicious/noControlCharactersInRegex: the point is to tell ASCII
const ASCII = /^[\u0000-\u007f’]*$/

function tokensOf(text: string): string[] {
  return text.match(ASCII.test(text) ? SIMPLE_TOKEN : TOKEN) ?? []
}

/** Reads the use of capitals from the first 4,000 code units of a text; handles, hashtags and words in capitals do not count. */
export function casingOf(text: string): Casing {
  const sample = text.slice(0, SAMPLE)
  if (!/(?:^|[\s"“'(*_[])\p{Lu}\p{Ll}/u.test(sample)) return /\p{Lu}/u.test(sample) ? 'informal' : 'none'
  if (text.length > LONGEST_POST) return 'edited'
  if (/(?:^|\s)i(?:'m|’m|'ve|'ll)?\s|(?:^|\s)(?:u|ur|im|dont|cant|n't|lol|omg|@\s?\w+|rt|RT)\s/.test(sample))
    return 'informal'
  return /^[\s"“'(@#]*\p{Ll}/u.test(sample) ? 'informal' : 'edited'
}

/** Collects the words around a span, on its line and within 160 code units of either side, which keeps time independent of the text. */
export function contextOf(text: string, start: number, end: number, casing: Casing): NameContext {
  const head = text.slice(Math.max(0, start - REACH), start)
  const tail = text.slice(end, end + REACH)
  const lineStart = head.lastIndexOf('\n')
  const lineEnd = tail.indexOf('\n')
  const before = tokensOf(lineStart < 0 ? head : head.slice(lineStart + 1)).reverse()
  const after = tokensOf(lineEnd < 0 ? tail : tail.slice(0, lineEnd))
  const tagged = before[0] === '#'
  if (tagged) before.shift()
  const written = text.slice(start, end)
  return {
    written,
    previous: before[0] ?? '',
    next: after[0] ?? '',
    second: after[1] ?? '',
    nearby: [...before.slice(0, 6), ...after.slice(0, 6)],
    before: before.map((word) => word.toLowerCase()),
    after: after.map((word) => word.toLowerCase()),
    tagged,
    casing,
    field: topicOf(written.toLowerCase())?.field ?? null,
  }
}
