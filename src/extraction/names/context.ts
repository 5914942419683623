import { type SemanticField, topicOf } from './semantic-fields.ts'

/**
 * How reliable the capitals of a text are: it has none, is an informal post with few, or uses them like edited prose.
 */
export type Casing = 'none' | 'informal' | 'edited'

/** Properties of the whole text that affect how its names are interpreted. */
export interface TextTraits {
  /** Returns how reliable the capitals are; computed at the first call. */
  casing: () => Casing
  /** Primary language subtag (BCP 47) if the text is in Latin script and not English, otherwise null. */
  foreign: string | null
}

const OTHER_SCRIPTS = new Set('ja zh ko ru uk bg el ar he fa th hi'.split(' '))

/** Returns the traits of a text. `language` is a primary language subtag (BCP 47), or null if unknown. */
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

/** The words around a candidate for a name on the same line. Punctuation marks count as words. */
export interface NameContext {
  written: string
  /** The lower-case words before and after it, nearest first. */
  before: string[]
  after: string[]
  /** The words directly before and after it, in their original letter case. */
  previous: string
  next: string
  /** The word after `next`, in its original letter case. */
  second: string
  /** The six nearest words on each side, in their original letter case. */
  nearby: string[]
  /** True for a hashtag. The `#` is not in `before`. */
  tagged: boolean
  casing: Casing
  /** Semantic field of the candidate as an ordinary word, if known. */
  field: SemanticField | null
}

const REACH = 160
const SAMPLE = 4000
// Informal posts are short. A longer text that starts in lower case has been cut off.
const MAX_POST_LENGTH = 600
const TOKEN = /[\p{L}\p{N}]+(?:[-'’.+][\p{L}\p{N}]+)*\+*|[^\s\p{L}\p{N}*_]/gu
const SIMPLE_TOKEN = /[A-Za-z0-9]+(?:[-'’.+][A-Za-z0-9]+)*\+*|[^\sA-Za-z0-9*_]/g
// biome-ignore lint/suspicious/noControlCharactersInRegex: matches all ASCII characters
const ASCII = /^[\u0000-\u007f’]*$/

function tokensOf(text: string): string[] {
  return text.match(ASCII.test(text) ? SIMPLE_TOKEN : TOKEN) ?? []
}

/**
 * Determines the use of capitals from the first 4,000 UTF-16 code units of a text. Handles, hashtags and words in
 * capitals do not count.
 */
export function casingOf(text: string): Casing {
  const sample = text.slice(0, SAMPLE)
  if (!/(?:^|[\s"“'(*_[])\p{Lu}\p{Ll}/u.test(sample)) return /\p{Lu}/u.test(sample) ? 'informal' : 'none'
  if (text.length > MAX_POST_LENGTH) return 'edited'
  if (/(?:^|\s)i(?:'m|’m|'ve|'ll)?\s|(?:^|\s)(?:u|ur|im|dont|cant|n't|lol|omg|@\s?\w+|rt|RT)\s/.test(sample))
    return 'informal'
  return /^[\s"“'(@#]*\p{Ll}/u.test(sample) ? 'informal' : 'edited'
}

/**
 * Collects the words on the same line within 160 UTF-16 code units on each side, so the time does not depend on the
 * text.
 */
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
