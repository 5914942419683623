import type { Kind } from './estimate.ts'
import { points, signed } from './format.ts'

/** What the server says of a change; see ComparisonVerdict of the schema. */
export type Verdict = 'MOVED' | 'WITHIN_NOISE' | 'INSUFFICIENT' | 'NOT_COMPARABLE'

/** A change between two runs as the server judged it. */
export interface Change {
  verdict: Verdict
  /** Now less then, over what both runs asked; null where nothing is compared. */
  difference: number | null
  low: number | null
  high: number | null
}

/**
 * The verdict in words: `moved up`, `within noise`, `too few answers to tell`, `not comparable`. A position that became smaller
 * is nearer to the front, which “down” would hide: it `moved forward`.
 */
export function verdictWords(
  { verdict, difference }: Pick<Change, 'verdict' | 'difference'>,
  kind: Kind = 'share',
): string {
  switch (verdict) {
    case 'MOVED':
      if (difference === null || difference === 0) return 'moved'
      if (kind === 'position') return difference > 0 ? 'moved back' : 'moved forward'
      return difference > 0 ? 'moved up' : 'moved down'
    case 'WITHIN_NOISE':
      return 'within noise'
    case 'INSUFFICIENT':
      return 'too few answers to tell'
    case 'NOT_COMPARABLE':
      return 'not comparable'
  }
}

/** The verdict with its reason, as a sentence. */
export function verdictSentence(
  { verdict, difference }: Pick<Change, 'verdict' | 'difference'>,
  kind: Kind = 'share',
): string {
  switch (verdict) {
    case 'MOVED':
      return `It ${verdictWords({ verdict, difference }, kind)} by more than chance explains.`
    case 'WITHIN_NOISE':
      return 'The difference is within what chance alone makes; that does not mean that nothing changed.'
    case 'INSUFFICIENT':
      return 'Fewer than 10 prompts have answers in both runs: too few to tell a change from chance.'
    case 'NOT_COMPARABLE':
      return 'The runs cannot be compared: the brand, a model, the surface or the rules of reading changed between them.'
  }
}

/** A difference with its interval: `+4 points (−1 to +9)`. */
export function writeDifference(
  kind: Kind,
  { difference, low, high }: Pick<Change, 'difference' | 'low' | 'high'>,
): string {
  if (difference === null) return ''
  const write = (value: number) =>
    kind === 'share' ? points(value) : signed(value, kind === 'score' ? 2 : 1)
  const unit = kind === 'share' ? ` ${Math.abs(Math.round(difference * 100)) === 1 ? 'point' : 'points'}` : ''
  const range = low === null || high === null ? '' : ` (${write(low)} to ${write(high)})`
  return `${write(difference)}${unit}${range}`
}
