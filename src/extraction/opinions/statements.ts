import type { Clause } from '../sentences/clauses.ts'
import type { Sentence } from '../sentences/sentences.ts'
import type { Token } from '../sentences/tokens.ts'

/** A statement in a sentence that recommends a name or advises against it. */
export interface Statement {
  /** Index of the found name. */
  name: number
  strength: 'primary' | 'strong' | 'among' | 'discouraged'
}

type Strength = Statement['strength']

const CHOICES = new Set('choice option pick bet fit recommendation alternative candidate'.split(' '))
// Words that can be part of a cue; all other tokens are skipped.
const CUE_WORDS = new Set([
  ...CHOICES,
  ...'winner overall best recommend recommends recommended suggest avoid steer stay worth consider choose opt go lean'.split(
    ' ',
  ),
])
const COPULAS = new Set('is are be was : – - remains would likely probably definitely has to'.split(' '))
const ASKING = new Set('how why when to whether should users people many who they'.split(' '))
// The subject of these verbs reports a recommendation but is not recommended itself: "PCMag calls it the best".
const REPORTING = new Set(
  'calls names lists ranks rates picks crowns labels considers cites puts selects highlights praises'.split(
    ' ',
  ),
)
const REPORTED = new Set(
  'called named listed ranked rated picked crowned labelled labeled considered selected'.split(' '),
)
// Before these words, the verb is a participle and the name was recommended: "Acme, named best app".
const AFTER_PARTICIPLE = new Set('best top as by one among first # number'.split(' '))
const REACH = 8
const REPORT_REACH = 6

interface CueReading {
  strength: Strength
  /**
   * Position of the recommended names. `either`: after the cue if "is" or a colon is in between, otherwise before it.
   */
  side: 'after' | 'before' | 'either'
}

function isNegated(tokens: readonly Token[], index: number, from: number): boolean {
  for (let before = index - 1; before >= Math.max(from, index - 5); before -= 1) {
    if (tokens[before]?.meaning.negates) return true
  }
  return false
}

function isQualified(tokens: readonly Token[], index: number, to: number): boolean {
  for (let after = index + 1; after < Math.min(to, index + 4); after += 1) {
    const word = tokens[after]?.word
    if (word === 'for' || word === 'if' || word === 'when' || word === 'among') return true
  }
  return false
}

/** Classifies "the best", "top pick", "first choice" or "best overall" at its last word. */
function readSuperlative(tokens: readonly Token[], index: number, clause: Clause): CueReading | null {
  const before = (distance: number) => tokens[index - distance]?.word ?? ''
  const oneOf = [1, 2, 3, 4, 5].some(
    (distance) => before(distance) === 'of' && before(distance + 1) === 'one',
  )
  if (oneOf) return { strength: 'strong', side: 'before' }
  if (isNegated(tokens, index, clause.from)) {
    return isQualified(tokens, index, clause.to) ? null : { strength: 'discouraged', side: 'before' }
  }
  return { strength: isQualified(tokens, index, clause.to) ? 'strong' : 'primary', side: 'either' }
}

function readChoice(tokens: readonly Token[], index: number, clause: Clause): CueReading | null {
  for (let before = index - 1; before >= Math.max(clause.from, index - 3); before -= 1) {
    const token = tokens[before]
    if (!token || token.name >= 0) break
    if (
      token.word === 'best' ||
      token.word === 'top' ||
      token.word === 'first' ||
      token.word === 'number-one'
    ) {
      return readSuperlative(tokens, index, clause)
    }
    if (token.word === 'my' || token.word === 'our') return { strength: 'primary', side: 'either' }
    if (token.meaning.valence > 0) {
      return isNegated(tokens, before, clause.from)
        ? { strength: 'discouraged', side: 'before' }
        : { strength: 'strong', side: 'either' }
    }
  }
  return null
}

function readVerb(tokens: readonly Token[], index: number, clause: Clause): CueReading | null {
  const word = tokens[index]?.word ?? ''
  const next = tokens[index + 1]?.word ?? ''
  const previous = tokens[index - 1]?.word ?? ''
  const isNegative = isNegated(tokens, index, clause.from)
  const strength: Strength = isNegative ? 'discouraged' : 'strong'
  if (word === 'recommend' || word === 'recommends' || word === 'suggest') return { strength, side: 'after' }
  if (word === 'recommended') return { strength, side: 'either' }
  if (word === 'avoid') return isNegative ? null : { strength: 'discouraged', side: 'after' }
  if ((word === 'steer' && next === 'clear') || (word === 'stay' && next === 'away')) {
    return { strength: 'discouraged', side: 'after' }
  }
  if (word === 'worth' && isNegative) return { strength: 'discouraged', side: 'before' }
  if (word === 'worth' && (next === 'considering' || next === 'trying'))
    return { strength: 'among', side: 'before' }
  if (ASKING.has(previous)) return null
  if (word === 'consider') return isNegative ? null : { strength: 'among', side: 'after' }
  if (word === 'lean' && (next === 'toward' || next === 'towards')) return { strength, side: 'after' }
  if (word === 'choose' || (word === 'opt' && next === 'for') || (word === 'go' && next === 'with')) {
    return { strength, side: 'after' }
  }
  return null
}

function readWord(tokens: readonly Token[], index: number, clause: Clause): CueReading | null {
  const word = tokens[index]?.word ?? ''
  const previous = tokens[index - 1]?.word ?? ''
  if (CHOICES.has(word)) return readChoice(tokens, index, clause)
  if (word === 'winner' || (word === 'overall' && previous === 'best'))
    return readSuperlative(tokens, index, clause)
  if (word === 'best' && tokens[index + 1]?.word === 'for') return { strength: 'strong', side: 'either' }
  if (word === 'best' && previous === 'the' && !CHOICES.has(tokens[index + 1]?.word ?? '')) {
    return readSuperlative(tokens, index, clause)
  }
  return readVerb(tokens, index, clause)
}

function isPredicate(tokens: readonly Token[], index: number, first: number): boolean {
  if (first - index === 1) return true
  for (let at = index + 1; at < first; at += 1) if (COPULAS.has(tokens[at]?.word ?? '')) return true
  return false
}

/**
 * True if coordinated names are the source of a recommendation ("Acme's new guide lists …"), but not for "Acme ranked
 * first".
 */
function reports(tokens: readonly Token[], group: readonly number[]): boolean {
  const last = group[group.length - 1] ?? -1
  for (let index = last + 1; index <= last + REPORT_REACH; index += 1) {
    const word = tokens[index]?.word ?? ''
    if (REPORTING.has(word)) return true
    if (!REPORTED.has(word)) continue
    const next = tokens[index + 1]?.word === 'the' ? index + 2 : index + 1
    return !AFTER_PARTICIPLE.has(tokens[next]?.word ?? '')
  }
  return false
}

function targetsOf(
  tokens: readonly Token[],
  index: number,
  side: CueReading['side'],
  groups: readonly number[][],
): number[] {
  const position = groups.findIndex((group) => (group[0] ?? -1) > index)
  const after = groups[position]
  const before = groups[position < 0 ? groups.length - 1 : position - 1]
  const first = after?.[0] ?? Number.POSITIVE_INFINITY
  const near = first - index <= REACH
  if (side === 'after') {
    // Only names directly after the cue count: in "X is the tool I recommend", the object comes before the verb.
    return near ? (after ?? []) : []
  }
  if (side === 'either' && near && isPredicate(tokens, index, first)) return after ?? []
  return before && !reports(tokens, before) ? before : []
}

/**
 * Returns the statements in one English sentence; a question has none. A clause without a name refers to the last names
 * of the previous clause.
 */
export function readStatements(sentence: Sentence): Statement[] {
  if (sentence.question || sentence.from === sentence.to) return []
  const statements: Statement[] = []
  const { tokens } = sentence
  let carried: number[] = []
  for (const clause of sentence.clauses) {
    const { groups } = clause
    for (let index = clause.from; index < clause.to; index += 1) {
      if (!CUE_WORDS.has(tokens[index]?.word ?? '')) continue
      const reading = readWord(tokens, index, clause)
      if (!reading) continue
      const targets =
        groups.length > 0
          ? targetsOf(tokens, index, reading.side, groups)
          : reading.side === 'after'
            ? []
            : carried
      for (const target of targets) {
        const name = tokens[target]?.name ?? -1
        if (name >= 0) statements.push({ name, strength: reading.strength })
      }
    }
    const last = groups[sentence.kind === 'row' ? 0 : groups.length - 1]
    if (last) carried = reports(tokens, last) ? [] : last
  }
  return statements
}
