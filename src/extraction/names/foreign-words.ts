import type { NameContext } from './name-context.ts'

// Words of grammar that are no English words: Danish, Norwegian, Swedish, German, Dutch, French, Spanish, Portuguese, Italian.
const FOREIGN = new Set(
  `og er det ikke til af på også eller hvor fordi være kan har deres mange blandt och att är inte för från finns hos und ist
  das nicht ein eine einen für auf oder auch sich bei von zu zum zur wird sind werden het een niet voor zijn ook worden les
  une des est pas pour avec sur dans qui que sont aux leur el los las una por para con del es y su más sono della gli che
  anche più como não uma com em mais também são`.split(/\s+/),
)
const ENGLISH = new Set(
  'the of and is are this that with from you your which was were have be it its by'.split(' '),
)
const ARTICLES = new Set(
  `der die das dem den des ein eine einen einem einer kein keine den det en et ett le la les l un une el los las una il lo gli
  uno o os as um uma het een de`.split(/\s+/),
)

function isOtherScript(word: string): boolean {
  return /^(?!\p{sc=Latin})\p{L}/u.test(word)
}

/**
 * Where a line is not English, an English word with a capital is a name, unless an article makes it a noun of that
 * language; null where the line may be English.
 */
export function isNameAbroad({ before, after, previous, next }: NameContext): boolean | null {
  if (isOtherScript(previous) || isOtherScript(next)) return true
  let foreign = false
  for (const side of [after, before]) {
    for (const word of side) {
      if (ENGLISH.has(word)) return null
      foreign ||= FOREIGN.has(word)
    }
  }
  if (!foreign) return null
  return !ARTICLES.has(before[0] ?? '') || after[0] === '-'
}
