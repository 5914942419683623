/** Number of competitor colors. Competitors beyond that share the last one. */
const COLORS = 6

/**
 * Returns the CSS color of an entity. The brand has the accent color; competitors get theirs in the order they were
 * added, so that each has the same color on every page.
 * @param competitors ids of the project's competitors in that order
 */
export function entityColor(entityId: string, competitors: readonly string[]): string {
  return `var(--entity-${placeOf(entityId, competitors)})`
}

/** Returns the background color behind the entity's name in an answer. */
export function entityMark(entityId: string, competitors: readonly string[]): string {
  return `var(--entity-mark-${placeOf(entityId, competitors)})`
}

function placeOf(entityId: string, competitors: readonly string[]): number {
  if (entityId === 'brand') return 0
  const index = competitors.indexOf(entityId)
  return index < 0 ? COLORS : Math.min(index + 1, COLORS)
}
