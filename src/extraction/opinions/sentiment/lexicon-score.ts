import type { Clause } from '../../sentences/clauses.ts'
import type { Sentence } from '../../sentences/sentences.ts'
import type { Token } from '../../sentences/tokens.ts'
import type { Comparison } from '../comparison/comparison.ts'

const NEGATION_REACH = 3
const ANAPHORA = new Set(
  `it its it's they their this these also plus overall users reviewers customers`.split(' '),
)

/** Opinion words and comparisons about each found name, by its index. */
export interface OpinionSums {
  /** Sum of the valences of the opinion words about it. */
  sums: Float64Array
  /** Number of comparisons it wins minus the number it loses. */
  compared: Int32Array
}

/**
 * Returns the valence of the token at an index in its context. A preceding negation inverts and halves it; a directly
 * preceding intensifier or downtoner scales it. Tokens before `from` are ignored.
 */
export function valenceAt(tokens: readonly Token[], index: number, from: number): number {
  const token = tokens[index]
  const valence = token?.meaning.valence ?? 0
  if (valence === 0) return 0
  let value = valence
  for (let before = index - 1; before >= Math.max(from, index - NEGATION_REACH); before -= 1) {
    const word = tokens[before]
    if (!word || word.word === ',' || word.name >= 0) break
    if (before === index - 1) value *= word.meaning.intensity
    if (!word.meaning.negates || (word.word === 'not' && tokens[before + 1]?.word === 'only')) continue
    // "no problems" is less positive than "great", and "not great" is less negative than "bad".
    value *= -0.5
    break
  }
  return value
}

/**
 * Adds the valences of a clause to the names that it is about. Returns the topics for a following clause without names.
 */
function addClause(
  sentence: Sentence,
  clause: Clause,
  topics: readonly number[],
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
    const value = valenceAt(tokens, index, clause.from)
    if (groups.length > 0) add(groups[Math.max(group, 0)] ?? [], value)
    else for (const name of topics) sums[name] = (sums[name] ?? 0) + value
  }
  const last = groups[groups.length - 1]
  return last ? last.map((index) => tokens[index]?.name ?? -1) : [...topics]
}

/** True for a sentence without a name that continues to describe the last names of the previous sentence. */
function continuesTopic(sentence: Sentence, previous: Sentence | undefined): boolean {
  if (!previous || previous.group !== sentence.group) return false
  const inItem = sentence.kind === 'item' || sentence.kind === 'heading'
  return inItem || ANAPHORA.has(sentence.tokens[0]?.word ?? '')
}

/**
 * Sums the valences of opinion words for each of `count` found names. An opinion word refers to the preceding name in
 * its clause, or to the first following one if there is none. A clause without a name refers to the last name before
 * the clause. Questions do not count.
 */
export function sumOpinions(
  sentences: readonly Sentence[],
  comparisons: readonly Comparison[],
  count: number,
): OpinionSums {
  const sums = new Float64Array(count)
  const compared = new Int32Array(count)
  let topics: number[] = []
  let previous: Sentence | undefined
  for (const sentence of sentences) {
    if (sentence.from === sentence.to && !continuesTopic(sentence, previous)) topics = []
    else if (sentence.from < sentence.to) topics = [sentence.from]
    if (!sentence.question && topics.length > 0) {
      for (const clause of sentence.clauses) topics = addClause(sentence, clause, topics, sums)
    }
    previous = sentence
  }
  for (const { better, worse } of comparisons) {
    for (const name of better) compared[name] = (compared[name] ?? 0) + 1
    for (const name of worse) compared[name] = (compared[name] ?? 0) - 1
  }
  return { sums, compared }
}
