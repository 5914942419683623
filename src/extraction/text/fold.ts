/** How a code point takes part in words. */
export const OTHER = 0
export const WORD = 1
/** A letter of a script written without spaces: any position may begin or end a word. */
export const UNSPACED = 2
/** Korean puts spaces between words but glues particles to their end. */
export const HANGUL = 3
/** Takes no room and is no part of what is read. */
const INVISIBLE = 4
/** Written without spaces, but a run of it is one word: "ライン" is not in "オンライン". */
export const KATAKANA = 5

const UNKNOWN = 255
const classes = new Uint8Array(0x10000).fill(UNKNOWN)
const folds: (string | undefined)[] = []

const UNSPACED_LETTER =
  /^(?=[\p{L}\p{N}\p{M}])[\p{scx=Han}\p{scx=Hiragana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}\p{sc=Tibetan}]/u
const KATAKANA_LETTER = /^(?=[\p{L}\p{M}])(?:\p{sc=Katakana}|[ー\uff70\uff9e\uff9f])/u
const HANGUL_LETTER = /^\p{Script=Hangul}/u
const WORD_LETTER = /^[\p{L}\p{N}\p{M}]/u
// Tatweel only stretches Arabic writing.
const INVISIBLE_SIGN = /^(?:\p{Cf}|\p{Variation_Selector}|[\u034f\u0640])/u
// Superscript figures are footnotes far more often than part of a name; letters that stand for an apostrophe end it.
const NO_LETTER = /^[\u00b2\u00b3\u00b9\u2070-\u209c\u02b9-\u02bf]/u
const MARK = /^\p{M}/u

// Accents and pointing only. Vowel signs of Indic scripts and Japanese voicing marks tell words apart and stay.
const ACCENTS = /(?![\u3099\u309a])(?=\p{Mn})[\p{sc=Inherited}\p{sc=Cyrillic}\p{sc=Hebrew}\p{sc=Arabic}]/gu

/** Letters and signs that Unicode does not decompose, and how people type them. */
const PLAIN: Record<string, string> = {
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
  // Persian and hasty Arabic spelling.
  ی: 'ي',
  ى: 'ي',
  ک: 'ك',
  ة: 'ه',
}

/** A long run of marks after one letter is noise: reading it in pieces keeps normalisation linear. */
const LONGEST_CLUSTER = 16

function classify(character: string): number {
  if (INVISIBLE_SIGN.test(character)) return INVISIBLE
  if (NO_LETTER.test(character)) return OTHER
  if (KATAKANA_LETTER.test(character)) return KATAKANA
  if (UNSPACED_LETTER.test(character)) return UNSPACED
  if (HANGUL_LETTER.test(character)) return HANGUL
  return WORD_LETTER.test(character) ? WORD : OTHER
}

/** Class of the code point that begins at a UTF-16 offset; OTHER outside the text. */
export function classAt(text: string, offset: number): number {
  const code = text.charCodeAt(offset)
  if (Number.isNaN(code)) return OTHER
  if (code >= 0xd800 && code <= 0xdbff) {
    return classify(String.fromCodePoint(text.codePointAt(offset) ?? 0))
  }
  const known = classes[code] ?? UNKNOWN
  if (known !== UNKNOWN) return known
  const found = classify(String.fromCharCode(code))
  classes[code] = found
  return found
}

/** True for a code point that takes no room: soft hyphens, joiners, marks of direction, variation selectors. */
export function isInvisible(text: string, offset: number): boolean {
  return classAt(text, offset) === INVISIBLE
}

/** Class of the code point that ends before a UTF-16 offset; OTHER at the beginning of the text. */
export function classBefore(text: string, offset: number): number {
  if (offset <= 0) return OTHER
  const code = text.charCodeAt(offset - 1)
  const lead = text.charCodeAt(offset - 2)
  const paired = code >= 0xdc00 && code <= 0xdfff && lead >= 0xd800 && lead <= 0xdbff
  return classAt(text, offset - (paired ? 2 : 1))
}

/** True for code units that can only continue the letter before them: marks, medial and final jamo, kana voicing, Thai am. */
export function isExtender(code: number): boolean {
  if (!(code >= 0x300)) return false
  if ((code >= 0x1160 && code <= 0x11ff) || code === 0xff9e || code === 0xff9f) return true
  if (code === 0xe33 || code === 0xeb3) return true
  return MARK.test(String.fromCharCode(code))
}

/** End of the letter (base and its marks) that begins at a UTF-16 offset. */
export function clusterEnd(text: string, offset: number): number {
  const code = text.charCodeAt(offset)
  const paired = code >= 0xd800 && code <= 0xdbff && text.charCodeAt(offset + 1) >= 0xdc00
  const limit = Math.min(text.length, offset + LONGEST_CLUSTER)
  let end = offset + (paired ? 2 : 1)
  while (end < limit && isExtender(text.charCodeAt(end))) end += 1
  return end
}

function foldText(cluster: string): string {
  // By compatibility a space with an accent.
  if (cluster === '´') return "'"
  const bare = cluster.normalize('NFKD').replace(ACCENTS, '').toLowerCase().normalize('NFC')
  let folded = ''
  for (const character of bare) folded += PLAIN[character] ?? character
  return folded
}

/**
 * One letter as names are compared: compatibility forms, case and accents dropped (NFKD, accents stripped, lower case,
 * recomposed). Empty for a lone accent.
 */
export function foldCluster(text: string, start: number, end: number): string {
  if (end - start > 1) return foldText(text.slice(start, end))
  const code = text.charCodeAt(start)
  const known = folds[code]
  if (known !== undefined) return known
  const folded = foldText(text.charAt(start))
  folds[code] = folded
  return folded
}
