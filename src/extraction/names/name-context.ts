import { fieldOf, type WordField } from './word-fields.ts'

/** How much the capitals of a text tell: nothing, little (typed in haste), or as much as in edited prose. */
export type Casing = 'none' | 'hasty' | 'edited'

/** The words around a place where a name may stand, nearest first, lower case; signs are words too. */
export interface NameContext {
  written: string
  before: string[]
  after: string[]
  /** The words next to it as written. */
  previous: string
  next: string
  /** The word after that. */
  second: string
  /** The nearest words of both sides as written. */
  nearby: string[]
  /** Written as a tag; the mark is not among the words. */
  tagged: boolean
  casing: Casing
  /** Subject of the name's own ordinary meaning, if it is known. */
  field: WordField | null
}

const REACH = 160
const SAMPLE = 4000
// What is typed in haste is short; a long text that begins in lower case has lost its first words.
const LONGEST_POST = 600
const TOKEN = /[\p{L}\p{N}]+(?:[-'’.+][\p{L}\p{N}]+)*\+*|[^\s\p{L}\p{N}*_]/gu
const SIMPLE_TOKEN = /[A-Za-z0-9]+(?:[-'’.+][A-Za-z0-9]+)*\+*|[^\sA-Za-z0-9*_]/g
// biome-ignore lint/suspicious/noControlCharactersInRegex: the point is to tell ASCII
const ASCII = /^[\u0000-\u007f’]*$/

function tokensOf(text: string): string[] {
  return text.match(ASCII.test(text) ? SIMPLE_TOKEN : TOKEN) ?? []
}

/** Reads the beginning of a text for its use of capitals; handles, tags and shouted words do not count. */
export function casingOf(text: string): Casing {
  const sample = text.slice(0, SAMPLE)
  if (!/(?:^|[\s"“'(*_[])\p{Lu}\p{Ll}/u.test(sample)) return /\p{Lu}/u.test(sample) ? 'hasty' : 'none'
  if (text.length > LONGEST_POST) return 'edited'
  if (/(?:^|\s)i(?:'m|’m|'ve|'ll)?\s|(?:^|\s)(?:u|ur|im|dont|cant|n't|lol|omg|@\s?\w+|rt|RT)\s/.test(sample))
    return 'hasty'
  return /^[\s"“'(@#]*\p{Ll}/u.test(sample) ? 'hasty' : 'edited'
}

/** Collects what stands around a span, on its line and within a fixed reach, so that cost does not grow with the text. */
export function contextOf(text: string, start: number, end: number, casing: Casing): NameContext {
  const head = text.slice(Math.max(0, start - REACH), start)
  const tail = text.slice(end, end + REACH)
  const broken = head.lastIndexOf('\n')
  const lineEnd = tail.indexOf('\n')
  const before = tokensOf(broken < 0 ? head : head.slice(broken + 1)).reverse()
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
    field: fieldOf(written.toLowerCase())?.field ?? null,
  }
}
