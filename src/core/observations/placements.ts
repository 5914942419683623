import { extractWith, type Matcher } from '../../extraction/extract.ts'
import type { Snapshot } from '../brands/snapshot.ts'
import type { Placement } from '../provider-port/driver.ts'
import type { DiscoveredName } from './discovered-names.ts'
import type { PlacedCard } from './observation.ts'

/**
 * Finds the brands on the cards next to an answer: tracked ones by the vendor's brand, the title and the domain of the
 * link, and untracked ones that the text of the answer also names.
 */
export function findPlacedBrands(
  placements: readonly Placement[],
  { matcher, snapshot }: { matcher: Matcher; snapshot: Snapshot },
  discovered: readonly DiscoveredName[],
): PlacedCard[] {
  const ids = ['brand', ...snapshot.competitors.map(({ id }) => id)]
  return placements.map((placement) => {
    const { title, brand, url } = placement
    const { entities, citations } = extractWith(matcher, {
      text: [brand, title].filter((part) => part !== null).join('\n\n'),
      citations: url === null ? [] : [{ url }],
    })
    const shown = new Set([
      ...entities.flatMap(({ mentioned }, index) => (mentioned ? [index] : [])),
      ...citations.flatMap(({ owner }) => owner ?? []),
    ])
    const words = ` ${wordsOf(title)} `
    return {
      ...placement,
      entityIds: ids.filter((_, index) => shown.has(index)),
      discovered: discovered.map(({ name }) => name).filter((name) => words.includes(` ${wordsOf(name)} `)),
    }
  })
}

/** Returns the lower-case words of a text, separated by single spaces. */
function wordsOf(text: string): string {
  return text
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .join(' ')
    .trim()
}
