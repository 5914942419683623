import { type ReactNode, type SyntheticEvent, useRef, useState } from 'react'
import styles from './answer-text.module.css'
import type { Mark } from './marks.ts'

/**
 * Shows the note of an evidence mark on hover and focus. Screen readers announce it as the description of the passage.
 */
export function Notes({ marks, children }: { marks: readonly Mark[]; children: ReactNode }) {
  const [shown, setShown] = useState<{ id: string; left: number; top: number } | null>(null)
  const region = useRef<HTMLDivElement>(null)
  const notes = marks.filter((mark) => mark.kind === 'evidence')
  const show = ({ target }: SyntheticEvent) => {
    const place = target instanceof Element ? target.closest<HTMLElement>('[data-note]') : null
    const box = place?.getClientRects()[0]
    const frame = region.current?.getBoundingClientRect()
    const id = place?.dataset.note
    if (!box || !frame || id === undefined) return setShown(null)
    setShown({
      id,
      left: Math.max(0, Math.min(box.left - frame.left, frame.width - 240)),
      top: box.top - frame.top,
    })
  }
  const note = notes.find(({ id }) => id === shown?.id)
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the elements inside receive hover and focus.
    <div
      ref={region}
      className={styles.notes}
      data-shown={shown?.id}
      onMouseOver={show}
      onMouseLeave={() => setShown(null)}
      onFocus={show}
      onBlur={() => setShown(null)}
    >
      {children}
      {notes.map(({ id, note }) => (
        <span key={id} id={id} hidden>
          {note}
        </span>
      ))}
      {shown && note && (
        <span className={styles.note} style={{ left: shown.left, top: shown.top }} aria-hidden="true">
          {note.note}
        </span>
      )}
    </div>
  )
}
