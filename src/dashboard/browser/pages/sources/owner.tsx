import { SOURCE_CATEGORIES } from '../../answers/words.ts'
import { entityColour } from '../../figures/entity-colour.ts'
import type { Category } from './search.ts'
import styles from './sources.module.css'

/** A site, or a page of one, with what says whose it is. */
interface Owned {
  category: Category
  competitorId?: string | null
  competitor?: { name: string } | null
}

/** Whose site it is: the brand's, that of a competitor by name, or its kind. */
export function ownerOf({ category, competitor }: Owned, brand: string): string {
  if (category === 'OWN') return brand
  return category === 'COMPETITOR' && competitor ? competitor.name : SOURCE_CATEGORIES[category]
}

/** The colour of whose site it is; `competitors` are the ids in the order in which they have their colours. */
export function colourOf({ category, competitorId }: Owned, competitors: readonly string[]): string {
  if (category === 'OWN') return entityColour('brand', competitors)
  return category === 'COMPETITOR' && competitorId ? entityColour(competitorId, competitors) : 'var(--text-3)'
}

/** Whose site it is, with the colour that the brand or the competitor has everywhere. */
export function OwnerMark({ name, colour }: { name: string; colour: string }) {
  return (
    <span className={styles.owner} title={name}>
      <i style={{ background: colour }} />
      <span>{name}</span>
    </span>
  )
}
