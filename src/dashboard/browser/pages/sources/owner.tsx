import { SOURCE_CATEGORIES } from '../../answers/model/words.ts'
import { entityColor } from '../../charts/entity-color.ts'
import type { Category } from './search.ts'
import styles from './sources.module.css'

/** A site or page with its ownership. */
interface Owned {
  category: Category
  competitorId?: string | null
  competitor?: { name: string } | null
}

/** Returns the owner of a site: the brand, a competitor by name, or otherwise the kind of site. */
export function ownerOf({ category, competitor }: Owned, brand: string): string {
  if (category === 'OWN') return brand
  return category === 'COMPETITOR' && competitor ? competitor.name : SOURCE_CATEGORIES[category]
}

/** Returns the color of a site's owner. `competitors` are ids in the order that determines their colors. */
export function colorOf({ category, competitorId }: Owned, competitors: readonly string[]): string {
  if (category === 'OWN') return entityColor('brand', competitors)
  return category === 'COMPETITOR' && competitorId ? entityColor(competitorId, competitors) : 'var(--text-3)'
}

/** The owner of a site, with the color of the brand or competitor. */
export function OwnerMark({ name, color }: { name: string; color: string }) {
  return (
    <span className={styles.owner} title={name}>
      <i style={{ background: color }} />
      <span>{name}</span>
    </span>
  )
}
