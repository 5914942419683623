import type { Token } from './tokens.ts'

/** A clause of a sentence: a half-open range of token indices. */
export interface Clause {
  from: number
  to: number
  /** Groups of names joined by commas, "and" or "or", to which the same opinions apply. Ascending token indices. */
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
const VERBS = new Set(
  `is are was were has have had offers offer provides provide gives lets can does doesn't isn't costs comes works stands
  excels lacks remains seems feels makes wins uses supports includes focuses struggles suffers shines leads tends`.split(
    /\s+/,
  ),
)

// Limits that keep the time linear for a text that is one long sentence or only names.
const MAX_CLAUSE_LENGTH = 150
const MAX_GROUP_SIZE = 40

function opensClause(tokens: readonly Token[], index: number): boolean {
  const token = tokens[index]
  if (!token) return false
  if (token.name >= 0) return VERBS.has(tokens[index + 1]?.word ?? '')
  const isPronoun = token.word === 'it' || token.word === 'they'
  return isPronoun && VERBS.has(tokens[index + 1]?.word ?? '')
}

function nameGroups(tokens: readonly Token[], from: number, to: number): number[][] {
  const groups: number[][] = []
  let last = -1
  for (let index = from; index < to; index += 1) {
    if ((tokens[index]?.name ?? -1) < 0) continue
    const group = groups[groups.length - 1]
    let joined = group !== undefined && group.length < MAX_GROUP_SIZE
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
 * Splits the tokens of a sentence into clauses. It splits at contrasts, semicolons, dashes and table cells, and at a
 * comma or "and" before a subject with its own verb. A dash directly after a name at the start introduces its
 * description and does not split.
 */
export function splitClauses(tokens: readonly Token[]): Clause[] {
  const clauses: Clause[] = []
  let from = 0
  let hasWords = false
  for (let index = 0; index < tokens.length; index += 1) {
    const word = tokens[index]?.word ?? ''
    const contrast = CONTRASTS.has(word)
    const subject = (word === ',' || word === 'and') && opensClause(tokens, index + 1)
    const splits = index > from && (contrast || subject || BREAKS.has(word)) && (hasWords || contrast)
    if (splits || index - from >= MAX_CLAUSE_LENGTH) {
      clauses.push({ from, to: index, groups: nameGroups(tokens, from, index) })
      from = index
      hasWords = false
    }
    if (word.length > 1 && !contrast && word !== 'and') hasWords = true
  }
  if (from < tokens.length)
    clauses.push({ from, to: tokens.length, groups: nameGroups(tokens, from, tokens.length) })
  return clauses
}
