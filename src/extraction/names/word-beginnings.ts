import { classBefore, OTHER, UNSPACED, WORD } from '../text/fold.ts'
import { lacksSpace } from './matcher.ts'
import type { NameEnd } from './trie.ts'

/**
 * Which names may start at an offset: any, only compound or distinct ones, only compound ones, only long ones, or none.
 */
export type Beginning = 'yes' | 'distinct' | 'compound' | 'long' | 'no'

// Arabic and Hebrew prefixes such as "and", "in" and "for", which are written without a space before the word.
const PROCLITICS = /(?:^|[^\p{L}\p{M}\p{N}])(?:[وفبلك]{1,2}|[ובלמהשכ]{1,2})$/u
const MIN_LENGTH_AFTER_PROCLITIC = 4

function followsProclitic(text: string, at: number): boolean {
  const code = text.charCodeAt(at)
  return code >= 0x590 && code <= 0x6ff && PROCLITICS.test(text.slice(Math.max(0, at - 3), at))
}

// "MotorTrend+2Acme": the number of further sources, then the next source.
const SOURCE_COUNT = /[\p{L})]\+\d{1,2}$/u
// "advantageAcme": a longer lower-case word at the end of a cell or sentence.
const WHOLE_WORD = /(?:^|[\s(])\p{Ll}{6,}$/u

/**
 * Decides which names may start at an offset. If the space before it is missing, only names of several words may start
 * there (`compound`), and after a whole word also names that are not ordinary words (`distinct`). After an Arabic or
 * Hebrew proclitic, only `long` names may start. `here` and `before` are the character classes at and before the
 * offset.
 */
export function beginsWord(text: string, at: number, here: number, before: number): Beginning {
  if (here === UNSPACED) return 'yes'
  if (before === WORD && followsProclitic(text, at)) return 'long'
  if (before === WORD || (before === here && here !== OTHER)) {
    if (before !== WORD || here !== WORD) return 'no'
    if (text.charCodeAt(at - 1) < 58 && SOURCE_COUNT.test(text.slice(Math.max(0, at - 4), at))) return 'yes'
    if (!lacksSpace(text, at)) return 'no'
    return WHOLE_WORD.test(text.slice(Math.max(0, at - 24), at)) ? 'distinct' : 'compound'
  }
  if (text.charCodeAt(at - 1) === 95 && classBefore(text, at - 1) === WORD) return 'no'
  return 'yes'
}

/** True if a name with this length in UTF-16 code units may follow such a beginning. */
export function mayStand(begins: Beginning, name: NameEnd, length: number): boolean {
  if (begins === 'compound') return name.compound
  if (begins === 'distinct') return name.compound || name.distinct
  return begins === 'yes' || (begins === 'long' && length >= MIN_LENGTH_AFTER_PROCLITIC)
}
