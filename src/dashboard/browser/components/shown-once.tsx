import type { ReactNode } from 'react'
import { Button } from './button.tsx'
import { CopyButton } from './copy-button.tsx'
import { Dialog } from './dialog.tsx'
import styles from './shown-once.module.css'

/**
 * Shows a secret or link that cannot be displayed again, with a copy button. A click on the backdrop does not close the
 * dialog.
 */
export function ShownOnce({
  title,
  text,
  secret,
  onClose,
  children,
}: {
  title: string
  /** Explains what the secret is for and that it is shown only once. */
  text: ReactNode
  secret: string
  onClose: () => void
  /** Instructions for using the secret. */
  children?: ReactNode
}) {
  return (
    <Dialog
      title={title}
      onClose={onClose}
      stays
      footer={
        <Button kind="primary" onClick={onClose}>
          Done
        </Button>
      }
    >
      <p>{text}</p>
      <CodeLine code={secret} label="Copy" />
      {children}
    </Dialog>
  )
}

/** Code such as a key or a command, with a copy button. */
export function CodeLine({ code, label }: { code: string; label: string }) {
  return (
    <div className={styles.line}>
      <pre className={styles.code}>{code}</pre>
      <CopyButton text={code} label={label} />
    </div>
  )
}
