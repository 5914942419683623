import type { Comparison } from '../comparison/comparison.ts'
import type { Clause } from '../sentences/clauses.ts'
import type { Sentence } from '../sentences/sentences.ts'
import type { Token } from '../sentences/tokens.ts'

const NEGATION_REACH = 3
const ANAPHORA = new Set(
  `it its it's they their this these also plus overall users reviewers customers`.split(' '),
)

/** Opinions on each found name, by its index. */
export interface Opinions {
  /** Sum of the valences of the opinion words about it. */
  sums: Float64Array
  /** Number of comparisons that call it better, less that of those that call it worse. */
  compared: Int32Array
}

/**
 * Valence of the token at an index in its context: a negation before it inverts and halves it, an intensifier or downtoner directly
 * before it scales it. Tokens before `from` are not read.
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
    // "no problems" is less positive than "great", "not great" less negative than "bad".
    value *= -0.5
    break
  }
  return value
}

/** Adds the valences of a clause to the names that they are about; returns the names that a following clause without one is about. */
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

/** True for a sentence without a name that is about the last names of the sentence before it. */
function continuesTopic(sentence: Sentence, previous: Sentence | undefined): boolean {
  if (!previous || previous.group !== sentence.group) return false
  const inItem = sentence.kind === 'item' || sentence.kind === 'heading'
  return inItem || ANAPHORA.has(sentence.tokens[0]?.word ?? '')
}

/**
 * Sums the valences of opinion words for each of `count` found names. An opinion word is about the name before it in its clause, or else
 * the first one after it; a clause without a name is about the last name before it. Questions are not counted.
 */
export function sumOpinions(
  sentences: readonly Sentence[],
  comparisons: readonly Comparison[],
  count: number,
): Opinions {
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
