import { patternOf } from './words.ts'

/** Maximum length of the text that is searched, in UTF-16 code units. */
const REACH = 400

// "Not an option" counts only at the end of a clause; "not an option for large teams" has another meaning.
const CLAUSE_END = `(?=\\s*(?:[.,;:!)*–—]|$|(?:${patternOf('afterOption')})(?!\\p{L})))`
const NO_OPTION = new RegExp(`(?:${patternOf('notAnOption')})${CLAUSE_END}|${patternOf('ruledOut')}`, 'u')
const NO = new RegExp(`^[*\\s→-]*(?:${patternOf('no')})(?!\\p{L})`, 'u')
const POSSIBLE = new RegExp(patternOf('possible'), 'u')

/** Returns the offset at which a sentence says that its subject is not an option, in UTF-16 code units, or −1. */
export function noOptionAt(sentence: string): number {
  return sentence.slice(0, REACH).toLowerCase().search(NO_OPTION)
}

/**
 * True if a sentence answers the previous question with no because something is not possible: "No, that is not
 * supported."
 */
export function saysImpossible(sentence: string): boolean {
  const lower = sentence.slice(0, REACH).toLowerCase()
  return NO.test(lower) && POSSIBLE.test(lower)
}

const JAPANESE_TOPIC =
  /^\**[」』]?(?:の[^。、]{0,12})?(?:について|に関して|の(?:最新の?)?(?:情報|データ)[はが])/u
const JAPANESE_UNKNOWN =
  /(?:情報|データ|資料|知識|詳細)[^。]{0,12}(?:なく|ない|ありません|ございません|不足|乏し|見当たら|見つから|持ち合わせ)|判断(?:でき|を控え|しかね|は控え)|(?:分|わ)かりません|存じません|お答えでき/u

/** True if Japanese text after a name says that the name is unknown. */
export function saysUnknownInJapanese(after: string): boolean {
  const rest = after.slice(0, REACH)
  return JAPANESE_TOPIC.test(rest) && JAPANESE_UNKNOWN.test(rest)
}
