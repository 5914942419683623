import { meaningOf } from '../sentences/lexicon.ts'
import type { Token } from '../sentences/tokens.ts'

/** The set of the words of a list separated by white space. */
export function wordSet(list: string): ReadonlySet<string> {
  return new Set(list.trim().split(/\s+/))
}

// Comparatives of general English, listed by hand. Those that praise, and those that criticise:
const BETTER = wordSet(`
  better superior preferable nicer faster quicker speedier snappier swifter easier simpler cheaper safer stronger sturdier
  smarter cleverer smoother cleaner clearer crisper sharper brighter richer healthier tastier fresher prettier cuter sexier
  cooler happier friendlier handier neater slicker sleeker fancier finer leaner lighter nimbler quieter comfier cozier
  roomier greener fairer wiser livelier sweeter classier mightier steadier tidier tighter deeper gentler purer calmer
  funnier tougher`)
const WORSE = wordSet(`
  worse inferior poorer slower weaker harder costlier pricier dearer heavier clunkier clumsier uglier buggier louder noisier
  riskier messier dumber duller dirtier sloppier flimsier lousier lazier nastier sadder scarier shoddier stiffer trickier
  rougher cruder bulkier flakier laggier choppier lamer blander stupider sketchier shakier crappier wordier`)
// More of something is as good or bad as the thing itself.
const LARGER = wordSet('more higher greater larger bigger longer')
const SMALLER = wordSet('less lower fewer lesser smaller shorter')
// Size alone is neither good nor bad.
const SIZES = wordSet('larger bigger longer smaller shorter')
const BURDENS = wordSet(`
  price prices cost costs fee fees tax taxes latency lag delay delays noise consumption weight overhead risk wait waiting
  emissions pollution crime debt unemployment mortality maintenance effort hassle work clutter calories fat sugar humidity
  charges weighs pay pays paid takes radius commission interest depreciation boilerplate difficult verbose time-consuming susceptible prone ugly stupid`)
// "More likely" and "more like" do not compare quality.
const NEUTRAL_WORDS = wordSet('likely like often')
const EASE = wordSet('easier simpler harder')
const HARM = wordSet(`
  exploit hack break crack counterfeit forge steal attack lose fail damage abuse crash destroy kill fake cheat misuse infect
  compromise`)

// Words between a comparative and its noun: "significantly smaller turning radius".
const NOUN_REACH = 3

function polarityOfAmount(tokens: readonly Token[], at: number, to: number, sign: number): number {
  for (let index = at + 1; index < Math.min(to, at + 1 + NOUN_REACH); index += 1) {
    const noun = tokens[index]
    if (!noun || NEUTRAL_WORDS.has(noun.word)) return 0
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

/** True for a comparative that is good or bad by itself, such as "better" and "slower", but not "more" or "bigger". */
export function isComparative(word: string): boolean {
  return BETTER.has(word) || WORSE.has(word)
}

/**
 * Polarity of the comparative at a token: 1 for better, −1 for worse, 0 for neither; undefined when the token is no comparative. A noun
 * that it modifies is looked for before the token `to`.
 */
export function polarityOf(tokens: readonly Token[], at: number, to: number): number | undefined {
  const word = tokens[at]?.word ?? ''
  if (isComparative(word)) {
    const sign = BETTER.has(word) ? 1 : -1
    const harmful = EASE.has(word) && tokens[at + 1]?.word === 'to' && HARM.has(tokens[at + 2]?.word ?? '')
    return harmful ? -sign : sign
  }
  if (LARGER.has(word)) return polarityOfAmount(tokens, at, to, 1)
  if (SMALLER.has(word)) return polarityOfAmount(tokens, at, to, -1)
  if (word.length < 5 || !word.endsWith('er')) return undefined
  const base = word.endsWith('ier') ? `${word.slice(0, -3)}y` : word.slice(0, -2)
  const { valence } = meaningOf(base)
  return valence === 0 ? undefined : Math.sign(valence)
}
