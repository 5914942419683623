import { type ReactNode, useEffect, useId, useRef } from 'react'
import styles from './dialog.module.css'

/**
 * A modal dialog, open while it is mounted. Escape and a click on the backdrop close it; the focus returns to the
 * element that opened it.
 */
export function Dialog({
  title,
  onClose,
  children,
  footer,
  wide = false,
  stays = false,
}: {
  title: string
  onClose: () => void
  children: ReactNode
  /** Buttons. */
  footer?: ReactNode
  wide?: boolean
  /** Whether to ignore clicks on the backdrop, for content that is shown only once. */
  stays?: boolean
}) {
  const dialog = useRef<HTMLDialogElement>(null)
  const id = useId()
  useEffect(() => {
    const opener = document.activeElement
    dialog.current?.showModal()
    return () => {
      if (opener instanceof HTMLElement && opener.isConnected) opener.focus()
    }
  }, [])
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the browser closes a modal dialog on Escape.
    <dialog
      ref={dialog}
      className={styles.dialog}
      data-wide={wide || undefined}
      aria-labelledby={id}
      onCancel={(event) => {
        event.preventDefault()
        onClose()
      }}
      onClick={({ target }) => !stays && target === dialog.current && onClose()}
    >
      <div className={styles.inside}>
        <h2 id={id}>{title}</h2>
        {children}
        {footer && <div className={styles.footer}>{footer}</div>}
      </div>
    </dialog>
  )
}
