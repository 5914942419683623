import type { Clause } from '../text/clauses.ts'
import type { Sentence } from '../text/sentences.ts'
import type { Token } from '../text/words.ts'

const NEGATION_REACH = 3
const REFERS_BACK = new Set(
  `it its it's they their this these also plus overall users reviewers customers`.split(' '),
)

/** What opinion words and comparisons say of each found name. */
export interface Opinions {
  /** Sum of the valences of the words that speak of it. */
  sums: Float64Array
  /** Comparisons that put it ahead less those that put it behind. */
  compared: Int32Array
}

/** Valence of an opinion word in its place: negation turns it and weakens it, an adverb before it weighs it. */
export function weigh(tokens: readonly Token[], index: number, from: number): number {
  const token = tokens[index]
  const valence = token?.meaning.valence ?? 0
  if (valence === 0) return 0
  let value = valence
  for (let before = index - 1; before >= Math.max(from, index - NEGATION_REACH); before -= 1) {
    const word = tokens[before]
    if (!word || word.word === ',' || word.name >= 0) break
    if (before === index - 1) value *= word.meaning.intensity
    if (!word.meaning.negates || (word.word === 'not' && tokens[before + 1]?.word === 'only')) continue
    // "no problems" praises less than "great", "not great" blames less than "bad".
    value *= -0.5
    break
  }
  return value
}

function weighClause(
  sentence: Sentence,
  clause: Clause,
  carried: readonly number[],
  sums: Float64Array,
): number[] {
  const { tokens } = sentence
  const { groups } = clause
  const add = (group: readonly number[], value: number) => {
    for (const index of group) {
      const name = tokens[index]?.name ?? -1
      if (name >= 0) sums[name] = (sums[name] ?? 0) + value
    }
  }
  let group = -1
  for (let index = clause.from; index < clause.to; index += 1) {
    const token = tokens[index]
    if (!token) continue
    if (token.name >= 0) {
      while ((groups[group + 1]?.[0] ?? Number.POSITIVE_INFINITY) <= index) group += 1
      continue
    }
    if (token.meaning.valence === 0) continue
    const value = weigh(tokens, index, clause.from)
    if (groups.length > 0) add(groups[Math.max(group, 0)] ?? [], value)
    else for (const name of carried) sums[name] = (sums[name] ?? 0) + value
  }
  const spoken = groups[groups.length - 1]
  return spoken ? spoken.map((index) => tokens[index]?.name ?? -1) : [...carried]
}

/** Names a sentence without a name speaks of: those the sentence before it ended on, if it refers back to them. */
function refersBack(sentence: Sentence, previous: Sentence | undefined): boolean {
  if (!previous || previous.group !== sentence.group) return false
  const described = sentence.kind === 'item' || sentence.kind === 'heading'
  return described || REFERS_BACK.has(sentence.tokens[0]?.word ?? '')
}

/**
 * Sums the opinion words on each found name. They count for the name before them in their clause (or the first after
 * them); a clause without a name speaks of the last one named. Questions say nothing.
 */
export function sumOpinions(sentences: readonly Sentence[], count: number): Opinions {
  const sums = new Float64Array(count)
  const compared = new Int32Array(count)
  let carried: number[] = []
  let previous: Sentence | undefined
  for (const sentence of sentences) {
    if (sentence.from === sentence.to && !refersBack(sentence, previous)) carried = []
    else if (sentence.from < sentence.to) carried = [sentence.from]
    if (!sentence.question && carried.length > 0) {
      for (const clause of sentence.clauses) carried = weighClause(sentence, clause, carried, sums)
    }
    for (const { better, worse } of sentence.comparisons) {
      for (const name of better) compared[name] = (compared[name] ?? 0) + 1
      for (const name of worse) compared[name] = (compared[name] ?? 0) - 1
    }
    previous = sentence
  }
  return { sums, compared }
}
