import type { ReactNode } from 'react'
import styles from './overview.module.css'

/** A table row on narrow screens: its subject with a value on the right, and notes below. */
export function Card({
  main,
  figure,
  notes,
  second,
}: {
  main: ReactNode
  figure: ReactNode
  notes: readonly string[]
  /** A second value, below the first. */
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
