import type { ReactNode } from 'react'
import styles from './overview.module.css'

/** A row of a table on a narrow screen: what it is about, with its figure at the right, and what else is known of it below. */
export function Card({
  main,
  figure,
  notes,
  second,
}: {
  main: ReactNode
  figure: ReactNode
  notes: readonly string[]
  /** A further figure, below the first. */
  second?: ReactNode
}) {
  return (
    <div className={styles.card}>
      <span>{main}</span>
      <span>{figure}</span>
      <small>{notes.filter((note) => note !== '').join(' · ')}</small>
      {second && <span>{second}</span>}
    </div>
  )
}
