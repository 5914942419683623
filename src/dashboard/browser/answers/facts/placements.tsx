import { money } from '../../formatting/format.ts'
import type { Answer } from '../model/answer.ts'
import { PLACEMENT_KINDS } from '../model/words.ts'
import { SafeLink } from '../text/safe-link.tsx'
import styles from './answer-facts.module.css'

type Placement = NonNullable<Answer['placements']>[number]

/** Lists the products, businesses and ads that the surface showed next to the text. */
export function Placements({
  placements,
  nameOf,
}: {
  placements: readonly Placement[]
  /** Returns the name of a tracked brand. */
  nameOf: (entityId: string) => string | undefined
}) {
  return (
    <ul className={styles.placements}>
      {placements.map((placement) => (
        <li key={`${placement.kind} ${placement.position}`}>
          <Title placement={placement} />
          <small>
            {[...placement.entityIds.map(nameOf), ...placement.discovered].map(
              (name) => name && <mark key={name}>{name}</mark>,
            )}{' '}
            {detailsOf(placement).join(' · ')}
          </small>
        </li>
      ))}
    </ul>
  )
}

function Title({ placement: { title, url } }: { placement: Placement }) {
  const text = <bdi>{title}</bdi>
  if (url === null) return text
  return (
    <SafeLink url={url} title={url} label={title}>
      {text}
    </SafeLink>
  )
}

function detailsOf({ kind, brand, seller, price, currency }: Placement): string[] {
  const amount = price === null ? null : money(price, currency)
  return [PLACEMENT_KINDS[kind], brand, seller, amount].filter((detail) => detail !== null)
}
