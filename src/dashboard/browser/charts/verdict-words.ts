import { points, signed } from '../formatting/format.ts'
import type { Kind } from './estimate.ts'

/** The server's verdict on a change; see ComparisonVerdict in the schema. */
export type Verdict = 'MOVED' | 'WITHIN_NOISE' | 'INSUFFICIENT' | 'NOT_COMPARABLE'

/** A change between two runs, as judged by the server. */
export interface Change {
  verdict: Verdict
  /** Current minus previous value, over the prompts that both runs asked; null if they are not comparable. */
  difference: number | null
  low: number | null
  high: number | null
}

/** Returns the verdict in words. A smaller position is better, which "down" would hide, so it is `earlier`. */
export function verdictWords(
  { verdict, difference }: Pick<Change, 'verdict' | 'difference'>,
  kind: Kind = 'share',
): string {
  switch (verdict) {
    case 'MOVED':
      if (difference === null || difference === 0) return 'changed'
      if (kind === 'position') return difference > 0 ? 'later' : 'earlier'
      return difference > 0 ? 'up' : 'down'
    case 'WITHIN_NOISE':
      return 'within noise'
    case 'INSUFFICIENT':
      return 'too few answers to tell'
    case 'NOT_COMPARABLE':
      return 'not comparable'
  }
}

/** Explains the verdict in a sentence. */
export function verdictSentence({ verdict }: Pick<Change, 'verdict'>): string {
  switch (verdict) {
    case 'MOVED':
      return 'The change is larger than chance alone explains.'
    case 'WITHIN_NOISE':
      return 'Chance alone can produce a difference of this size. That does not prove that nothing changed.'
    case 'INSUFFICIENT':
      return 'Fewer than 10 prompts have answers in both runs. That is too few to tell a change from chance.'
    case 'NOT_COMPARABLE':
      return 'The runs cannot be compared: the brand, a model, the surface or the analysis rules changed between them.'
  }
}

/** Formats a difference with its interval: `+4 points (−1 to +9)`. */
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
