import { type ReactNode, useLayoutEffect, useRef } from 'react'
import styles from './in-place.module.css'

/** A small form placed over a table cell to edit its value. It follows the cell when the table scrolls. */
export function InPlace({ children }: { children: ReactNode }) {
  const anchor = useRef<HTMLSpanElement>(null)
  const panel = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const place = () => {
      const box = anchor.current?.parentElement?.getBoundingClientRect()
      const shown = panel.current
      if (!box || !shown) return
      const width = Math.min(Math.max(box.width, 360), window.innerWidth - 16)
      shown.style.width = `${width}px`
      shown.style.left = `${Math.max(8, Math.min(box.left, window.innerWidth - width - 8))}px`
      shown.style.top = `${Math.max(8, Math.min(box.top, window.innerHeight - shown.offsetHeight - 8))}px`
    }
    panel.current?.showPopover()
    place()
    window.addEventListener('scroll', place, { capture: true, passive: true })
    window.addEventListener('resize', place)
    return () => {
      window.removeEventListener('scroll', place, { capture: true })
      window.removeEventListener('resize', place)
    }
  }, [])
  return (
    <span ref={anchor}>
      <div ref={panel} popover="manual" className={styles.panel}>
        {children}
      </div>
    </span>
  )
}
