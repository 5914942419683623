import { type KeyboardEvent, type ReactNode, useRef } from 'react'
import styles from './page-header.module.css'
import { useMoreBeside } from './use-more-beside.ts'
import { useTitle } from './use-title.ts'

/** Longer titles wrap, and the buttons stay on their right. */
const LONG = 40

/** A page title with actions on the right and a separate line of filters. */
export function PageHeader({
  title,
  lead,
  filters,
  children,
}: {
  title: string
  /** A sentence below the title that summarizes the page. */
  lead?: ReactNode
  /** Filters; on narrow screens the line scrolls sideways. */
  filters?: ReactNode
  /** Actions, the main one last. */
  children?: ReactNode
}) {
  useTitle(title)
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

/** A section of a page. Its title states the finding, the note how it was measured. */
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
  /** Handles keys that work anywhere in the section. */
  onKeyDown?: (event: KeyboardEvent) => void
  children: ReactNode
}) {
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the key events come from the controls inside.
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
