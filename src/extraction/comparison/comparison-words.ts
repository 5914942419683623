import { meaningOf } from '../sentiment/lexicon.ts'
import type { Token } from '../text/words.ts'

/** The words of a list, for looking them up. */
export function wordSet(list: string): ReadonlySet<string> {
  return new Set(list.trim().split(/\s+/))
}

// Words of comparing, listed by hand: general English, of no subject in particular.
const AHEAD = wordSet(`
  better superior preferable nicer faster quicker speedier snappier swifter easier simpler cheaper safer stronger sturdier
  smarter cleverer smoother cleaner clearer crisper sharper brighter richer healthier tastier fresher prettier cuter sexier
  cooler happier friendlier handier neater slicker sleeker fancier finer leaner lighter nimbler quieter comfier cozier
  roomier greener fairer wiser livelier sweeter classier mightier steadier tidier tighter deeper gentler purer calmer
  funnier tougher`)
const BEHIND = wordSet(`
  worse inferior poorer slower weaker harder costlier pricier dearer heavier clunkier clumsier uglier buggier louder noisier
  riskier messier dumber duller dirtier sloppier flimsier lousier lazier nastier sadder scarier shoddier stiffer trickier
  rougher cruder bulkier flakier laggier choppier lamer blander stupider sketchier shakier crappier wordier`)
// More of something is good or bad as the thing is.
const LARGER = wordSet('more higher greater larger bigger longer')
const SMALLER = wordSet('less lower fewer lesser smaller shorter')
/** Size alone is neither. */
const SIZES = wordSet('larger bigger longer smaller shorter')
const BURDENS = wordSet(`
  price prices cost costs fee fees tax taxes latency lag delay delays noise consumption weight overhead risk wait waiting
  emissions pollution crime debt unemployment mortality maintenance effort hassle work clutter calories fat sugar humidity
  charges weighs pay pays paid takes radius commission interest depreciation boilerplate difficult verbose time-consuming susceptible prone ugly stupid`)
/** "More likely" and "more like" guess and liken. */
const NO_PRAISE = wordSet('likely like often')
const EASE = wordSet('easier simpler harder')
const HARM = wordSet(`
  exploit hack break crack counterfeit forge steal attack lose fail damage abuse crash destroy kill fake cheat misuse infect
  compromise`)

/** Words between a measure and the thing measured: "significantly smaller turning radius". */
const NOUN_REACH = 3

function degreeOfAmount(tokens: readonly Token[], at: number, to: number, sign: number): number {
  for (let index = at + 1; index < Math.min(to, at + 1 + NOUN_REACH); index += 1) {
    const noun = tokens[index]
    if (!noun || NO_PRAISE.has(noun.word)) return 0
    if (BURDENS.has(noun.word)) return -sign
    if (noun.meaning.valence !== 0) return noun.meaning.valence > 0 ? sign : -sign
  }
  if (to <= at + 1) {
    // "Costs more than", "crashes less than".
    const verb = tokens[at - 1]
    if (verb && (BURDENS.has(verb.word) || verb.meaning.valence < 0)) return -sign
  }
  return SIZES.has(tokens[at]?.word ?? '') && to <= at + 1 ? 0 : sign
}

/** True for a comparative that praises or blames by itself: "better" and "slower", not "more" or "bigger". */
export function isDegree(word: string): boolean {
  return AHEAD.has(word) || BEHIND.has(word)
}

/**
 * How the comparative at a token points: 1 ahead, −1 behind, 0 neither; undefined when the token compares nothing. The
 * words it may stand for end before `to`.
 */
export function degreeOf(tokens: readonly Token[], at: number, to: number): number | undefined {
  const word = tokens[at]?.word ?? ''
  if (isDegree(word)) {
    const sign = AHEAD.has(word) ? 1 : -1
    const harms = EASE.has(word) && tokens[at + 1]?.word === 'to' && HARM.has(tokens[at + 2]?.word ?? '')
    return harms ? -sign : sign
  }
  if (LARGER.has(word)) return degreeOfAmount(tokens, at, to, 1)
  if (SMALLER.has(word)) return degreeOfAmount(tokens, at, to, -1)
  if (word.length < 5 || !word.endsWith('er')) return undefined
  const base = word.endsWith('ier') ? `${word.slice(0, -3)}y` : word.slice(0, -2)
  const { valence } = meaningOf(base)
  return valence === 0 ? undefined : Math.sign(valence)
}
