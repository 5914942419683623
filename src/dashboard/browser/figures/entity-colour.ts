/** How many competitors have a colour of their own; further ones share the last. */
const COLOURS = 6

/**
 * The CSS colour of an entity: the brand has the accent, competitors keep theirs in the order in which they were added, so
 * that an entity has one colour on every page.
 * @param competitors ids of the project's competitors in that order
 */
export function entityColour(entityId: string, competitors: readonly string[]): string {
  return `var(--entity-${placeOf(entityId, competitors)})`
}

/** The ground behind a marked name of an entity. */
export function entityMark(entityId: string, competitors: readonly string[]): string {
  return `var(--entity-mark-${placeOf(entityId, competitors)})`
}

function placeOf(entityId: string, competitors: readonly string[]): number {
  if (entityId === 'brand') return 0
  const index = competitors.indexOf(entityId)
  return index < 0 ? COLOURS : Math.min(index + 1, COLOURS)
}
