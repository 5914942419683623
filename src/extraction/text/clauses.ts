import type { Token } from './words.ts'

/** Part of a sentence that says one thing: token indices, from and up to but not including. */
export interface Clause {
  from: number
  to: number
  /** Runs of names joined by commas, "and", "or": what is said of one is said of all. Token indices, in order. */
  groups: number[][]
}

const CONTRASTS = new Set(
  'but however although though whereas while yet despite nevertheless nonetheless except otherwise instead'.split(
    ' ',
  ),
)
const BREAKS = new Set([';', '|', '—', '✅', '❌', '✓', '✗', '👍', '👎'])
const COORDINATORS = new Set([
  ',',
  'and',
  'or',
  '&',
  '/',
  'vs',
  'versus',
  'plus',
  '(',
  ')',
  'both',
  'as',
  'well',
  'like',
])
const COPULAS = new Set(
  `is are was were has have had offers offer provides provide gives lets can does doesn't isn't costs comes works stands
  excels lacks remains seems feels makes wins uses supports includes focuses struggles suffers shines leads tends`.split(
    /\s+/,
  ),
)

// Keep time linear on a text that is one endless sentence or nothing but names.
const LONGEST_CLAUSE = 150
const LARGEST_GROUP = 40

function opensClause(tokens: readonly Token[], index: number): boolean {
  const token = tokens[index]
  if (!token) return false
  if (token.name >= 0) return COPULAS.has(tokens[index + 1]?.word ?? '')
  const isPronoun = token.word === 'it' || token.word === 'they'
  return isPronoun && COPULAS.has(tokens[index + 1]?.word ?? '')
}

function nameGroups(tokens: readonly Token[], from: number, to: number): number[][] {
  const groups: number[][] = []
  let last = -1
  for (let index = from; index < to; index += 1) {
    if ((tokens[index]?.name ?? -1) < 0) continue
    const group = groups[groups.length - 1]
    let joined = group !== undefined && group.length < LARGEST_GROUP
    for (let between = last + 1; joined && between < index; between += 1) {
      joined = COORDINATORS.has(tokens[between]?.word ?? '')
    }
    if (group && joined) group.push(index)
    else groups.push([index])
    last = index
  }
  return groups
}

/**
 * Splits a sentence at contrasts, semicolons, dashes and cells, and at a comma or "and" after which a new subject has
 * its own verb. A dash right after a leading name introduces its description and does not split.
 */
export function splitClauses(tokens: readonly Token[]): Clause[] {
  const clauses: Clause[] = []
  let from = 0
  let words = false
  for (let index = 0; index < tokens.length; index += 1) {
    const word = tokens[index]?.word ?? ''
    const contrast = CONTRASTS.has(word)
    const subject = (word === ',' || word === 'and') && opensClause(tokens, index + 1)
    const breaks = index > from && (contrast || subject || BREAKS.has(word)) && (words || contrast)
    if (breaks || index - from >= LONGEST_CLAUSE) {
      clauses.push({ from, to: index, groups: nameGroups(tokens, from, index) })
      from = index
      words = false
    }
    if (word.length > 1 && !contrast && word !== 'and') words = true
  }
  if (from < tokens.length)
    clauses.push({ from, to: tokens.length, groups: nameGroups(tokens, from, tokens.length) })
  return clauses
}
