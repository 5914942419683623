import { type KeyboardEvent, type ReactNode, useEffect, useRef } from 'react'
import styles from './page-header.module.css'
import { useMoreBeside } from './use-more-beside.ts'

/** Titles of more characters keep what is beside them at the right, and take several lines. */
const LONG = 40

/** The title of a page with its actions at the right, and its filters in a line of their own. */
export function PageHeader({
  title,
  lead,
  filters,
  children,
}: {
  title: string
  /** A sentence below: what is seen, with its figures. */
  lead?: ReactNode
  /** What is left out; on a narrow screen the line scrolls sideways. */
  filters?: ReactNode
  /** The actions, the main one last. */
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
      {filters && <FilterLine>{filters}</FilterLine>}
    </>
  )
}

function FilterLine({ children }: { children: ReactNode }) {
  const line = useRef<HTMLDivElement>(null)
  useMoreBeside(line)
  return (
    <div ref={line} className={styles.filters}>
      {children}
    </div>
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
