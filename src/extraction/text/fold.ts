/** Classes of code points by their role in words. `OTHER`: punctuation, whitespace and symbols. */
export const OTHER = 0
/** A letter, digit or mark of a script with spaces between words. */
export const WORD = 1
/** A letter of a script without spaces between words (Han, Hiragana, Thai …). A word can start and end anywhere. */
export const UNSPACED = 2
/** Korean has spaces between words, but particles follow a word without a space. */
export const HANGUL = 3
/** A zero-width character, which extraction ignores. */
const INVISIBLE = 4
/** Katakana has no spaces, but a run of it is one word: "ライン" is not a word in "オンライン". */
export const KATAKANA = 5

const UNKNOWN = 255
const classes = new Uint8Array(0x10000).fill(UNKNOWN)
const folds: (string | undefined)[] = []

const UNSPACED_LETTER =
  /^(?=[\p{L}\p{N}\p{M}])[\p{scx=Han}\p{scx=Hiragana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}\p{sc=Tibetan}]/u
const KATAKANA_LETTER = /^(?=[\p{L}\p{M}])(?:\p{sc=Katakana}|[ー\uff70\uff9e\uff9f])/u
const HANGUL_LETTER = /^\p{Script=Hangul}/u
const WORD_LETTER = /^[\p{L}\p{N}\p{M}]/u
// U+0640 (tatweel) only lengthens the line between Arabic letters.
const INVISIBLE_CHARACTER = /^(?:\p{Cf}|\p{Variation_Selector}|[\u034f\u0640])/u
// Superscript digits are usually footnote references and rarely parts of names. A modifier letter used as an apostrophe
// ends a name.
const NO_WORD_LETTER = /^[\u00b2\u00b3\u00b9\u2070-\u209c\u02b9-\u02bf]/u
const MARK = /^\p{M}/u

// Marks that are removed: accents, and the optional vowel points of Hebrew and Arabic. Indic vowel signs and Japanese
// voicing marks distinguish words and are kept.
const ACCENTS = /(?![\u3099\u309a])(?=\p{Mn})[\p{sc=Inherited}\p{sc=Cyrillic}\p{sc=Hebrew}\p{sc=Arabic}]/gu

/** Characters without a Unicode decomposition, and what people type instead. */
const REPLACEMENTS: Record<string, string> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  đ: 'd',
  ð: 'd',
  ł: 'l',
  ħ: 'h',
  þ: 'th',
  ı: 'i',
  ς: 'σ',
  '’': "'",
  '‘': "'",
  ʼ: "'",
  '`': "'",
  '′': "'",
  // Persian letters, and Arabic letters that are often confused.
  ی: 'ي',
  ى: 'ي',
  ک: 'ك',
  ة: 'ه',
}

/**
 * Maximum number of code units in a letter with its marks. Longer runs are cut, because Unicode normalization sorts
 * marks in quadratic time.
 */
const MAX_CLUSTER_LENGTH = 16

function classify(character: string): number {
  if (INVISIBLE_CHARACTER.test(character)) return INVISIBLE
  if (NO_WORD_LETTER.test(character)) return OTHER
  if (KATAKANA_LETTER.test(character)) return KATAKANA
  if (UNSPACED_LETTER.test(character)) return UNSPACED
  if (HANGUL_LETTER.test(character)) return HANGUL
  return WORD_LETTER.test(character) ? WORD : OTHER
}

/** Returns the class of the code point at a UTF-16 offset; OTHER outside the text. */
export function classAt(text: string, offset: number): number {
  const code = text.charCodeAt(offset)
  if (Number.isNaN(code)) return OTHER
  if (code >= 0xd800 && code <= 0xdbff) {
    return classify(String.fromCodePoint(text.codePointAt(offset) ?? 0))
  }
  const cached = classes[code] ?? UNKNOWN
  if (cached !== UNKNOWN) return cached
  const characterClass = classify(String.fromCharCode(code))
  classes[code] = characterClass
  return characterClass
}

/** True for a zero-width code point at a UTF-16 offset: soft hyphen, joiner, direction mark, variation selector. */
export function isInvisible(text: string, offset: number): boolean {
  return classAt(text, offset) === INVISIBLE
}

/** Returns the class of the code point before a UTF-16 offset; OTHER at the start of the text. */
export function classBefore(text: string, offset: number): number {
  if (offset <= 0) return OTHER
  const code = text.charCodeAt(offset - 1)
  const lead = text.charCodeAt(offset - 2)
  const paired = code >= 0xdc00 && code <= 0xdfff && lead >= 0xd800 && lead <= 0xdbff
  return classAt(text, offset - (paired ? 2 : 1))
}

/**
 * True for UTF-16 code units that can only extend the preceding letter: marks, medial and final jamo, halfwidth kana
 * voicing marks, Thai and Lao am.
 */
export function isExtender(code: number): boolean {
  if (!(code >= 0x300)) return false
  if ((code >= 0x1160 && code <= 0x11ff) || code === 0xff9e || code === 0xff9f) return true
  if (code === 0xe33 || code === 0xeb3) return true
  return MARK.test(String.fromCharCode(code))
}

/** Returns the end of the letter at a UTF-16 offset, including its marks. */
export function clusterEnd(text: string, offset: number): number {
  const code = text.charCodeAt(offset)
  const paired = code >= 0xd800 && code <= 0xdbff && text.charCodeAt(offset + 1) >= 0xdc00
  const limit = Math.min(text.length, offset + MAX_CLUSTER_LENGTH)
  let end = offset + (paired ? 2 : 1)
  while (end < limit && isExtender(text.charCodeAt(end))) end += 1
  return end
}

function foldText(cluster: string): string {
  // NFKD would convert it to a space and an accent.
  if (cluster === '´') return "'"
  const bare = cluster.normalize('NFKD').replace(ACCENTS, '').toLowerCase().normalize('NFC')
  let folded = ''
  for (const character of bare) folded += REPLACEMENTS[character] ?? character
  return folded
}

/**
 * Folds one letter for name matching: NFKD, accents removed, lower case, NFC (https://www.unicode.org/reports/tr15/).
 * `end` is the result of `clusterEnd`. Returns an empty string for an accent without a letter.
 */
export function foldCluster(text: string, start: number, end: number): string {
  if (end - start > 1) return foldText(text.slice(start, end))
  const code = text.charCodeAt(start)
  const cached = folds[code]
  if (cached !== undefined) return cached
  const folded = foldText(text.charAt(start))
  folds[code] = folded
  return folded
}

/** Converts a text to lower case without changing its length, so that every UTF-16 offset stays valid. */
export function lowerCase(text: string): string {
  const lower = text.toLowerCase()
  // Only the capital I with a dot gets longer in lower case.
  return lower.length === text.length ? lower : text.replaceAll('İ', 'i').toLowerCase()
}
