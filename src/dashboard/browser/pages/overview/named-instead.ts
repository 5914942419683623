import type { LostPrompt } from './documents/lost.ts'

/** Maximum number of names per row. */
const NAMES = 3

/** Returns the competitors that the answers to a prompt mention most often, the most frequent first. */
export function namedInstead({ metrics }: Pick<LostPrompt, 'metrics'>): string[] {
  return (metrics?.summary.entities ?? [])
    .filter(({ entityId, mentionRate }) => entityId !== 'brand' && mentionRate.numerator > 0)
    .toSorted((a, b) => b.mentionRate.numerator - a.mentionRate.numerator)
    .slice(0, NAMES)
    .map(({ name }) => name)
}
