import { type KeyboardEvent, type ReactNode, useEffect } from 'react'
import styles from './page-header.module.css'

/** Titles of more characters keep what is beside them at the right, and take several lines. */
const LONG = 40

/** The title of a page, with its filters and main action at the right. */
export function PageHeader({
  title,
  lead,
  children,
}: {
  title: string
  /** A sentence below: what is seen, with its figures. */
  lead?: ReactNode
  children?: ReactNode
}) {
  useEffect(() => {
    document.title = `${title} · Answergraph`
  }, [title])
  return (
    <>
      <div className={styles.bar}>
        <h1 data-long={title.length > LONG || undefined}>{title}</h1>
        {children}
      </div>
      {lead && <p className={styles.lead}>{lead}</p>}
    </>
  )
}

/** A part of a page: its title says what is seen, the line below how it was measured. */
export function Section({
  title,
  note,
  actions,
  onKeyDown,
  children,
}: {
  title: ReactNode
  note?: ReactNode
  actions?: ReactNode
  /** For keys that work anywhere in the part. */
  onKeyDown?: (event: KeyboardEvent) => void
  children: ReactNode
}) {
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the keys are those of the controls inside.
    <section className={styles.section} onKeyDown={onKeyDown}>
      <div className={styles.sectionHead}>
        <div className={styles.words}>
          <h2>{title}</h2>
          {note && <p className={styles.note}>{note}</p>}
        </div>
        {actions}
      </div>
      {children}
    </section>
  )
}
