import { meaningOf } from '../../sentences/lexicon.ts'
import type { Token } from '../../sentences/tokens.ts'
import { WORDS } from './words.ts'

// Maximum distance between a comparative and its noun: "significantly smaller turning radius".
const NOUN_REACH = 3

/**
 * Returns the polarity of "more", "less", "bigger" and so on. More of something is as good or bad as the thing itself.
 * Size alone is neither good nor bad.
 */
function polarityOfAmount(tokens: readonly Token[], at: number, to: number, sign: number): number {
  for (let index = at + 1; index < Math.min(to, at + 1 + NOUN_REACH); index += 1) {
    const noun = tokens[index]
    // "More likely" and "more like" do not compare quality.
    if (!noun || WORDS.neutralWords.has(noun.word)) return 0
    if (WORDS.burdens.has(noun.word)) return -sign
    if (noun.meaning.valence !== 0) return noun.meaning.valence > 0 ? sign : -sign
  }
  if (to <= at + 1) {
    // "Costs more than", "crashes less than".
    const verb = tokens[at - 1]
    if (verb && (WORDS.burdens.has(verb.word) || verb.meaning.valence < 0)) return -sign
  }
  return WORDS.sizes.has(tokens[at]?.word ?? '') && to <= at + 1 ? 0 : sign
}

/**
 * True for a comparative that is good or bad without context, such as "better" and "slower", but not for "more" or
 * "bigger".
 */
export function isComparative(word: string): boolean {
  return WORDS.better.has(word) || WORDS.worse.has(word)
}

/**
 * Returns the polarity of the comparative at a token: 1 for better, −1 for worse, 0 for neither, undefined if the token
 * is not a comparative. The noun that it modifies must come before the token `to`.
 */
export function polarityOf(tokens: readonly Token[], at: number, to: number): number | undefined {
  const word = tokens[at]?.word ?? ''
  if (isComparative(word)) {
    const sign = WORDS.better.has(word) ? 1 : -1
    const harmful =
      WORDS.ease.has(word) && tokens[at + 1]?.word === 'to' && WORDS.harm.has(tokens[at + 2]?.word ?? '')
    return harmful ? -sign : sign
  }
  if (WORDS.larger.has(word)) return polarityOfAmount(tokens, at, to, 1)
  if (WORDS.smaller.has(word)) return polarityOfAmount(tokens, at, to, -1)
  if (word.length < 5 || !word.endsWith('er')) return undefined
  const base = word.endsWith('ier') ? `${word.slice(0, -3)}y` : word.slice(0, -2)
  const { valence } = meaningOf(base)
  return valence === 0 ? undefined : Math.sign(valence)
}
