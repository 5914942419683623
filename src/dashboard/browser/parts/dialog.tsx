import { type ReactNode, useEffect, useId, useRef } from 'react'
import styles from './dialog.module.css'

/** A modal dialog, shown while it is rendered. Esc, and a click beside it, close it; the focus goes back to what opened it. */
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
  /** The buttons. */
  footer?: ReactNode
  wide?: boolean
  /** Whether a click beside it leaves it open, because what it shows cannot be read again. */
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
    // biome-ignore lint/a11y/useKeyWithClickEvents: the browser closes a modal dialog with Esc.
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
