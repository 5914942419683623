import type { ReactNode } from 'react'
import styles from './facts.module.css'

/** Labeled values in a row. Values that are null, false or undefined are left out. */
export function Facts({ facts }: { facts: Readonly<Record<string, ReactNode>> }) {
  return (
    <dl className={styles.facts}>
      {Object.entries(facts).map(([label, value]) =>
        value === null || value === undefined || value === false ? null : (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ),
      )}
    </dl>
  )
}
