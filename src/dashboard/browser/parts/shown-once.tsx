import type { ReactNode } from 'react'
import { Button } from './button.tsx'
import { CopyButton } from './copy-button.tsx'
import { Dialog } from './dialog.tsx'
import styles from './shown-once.module.css'

/** Shows a secret or a link that cannot be read again, to be copied; a click beside it does not close it. */
export function ShownOnce({
  title,
  text,
  secret,
  onClose,
  children,
}: {
  title: string
  /** What it is for, and that it is not shown again. */
  text: ReactNode
  secret: string
  onClose: () => void
  /** How it is used. */
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

/** A text for a machine, such as a key or a command, with a button that copies it. */
export function CodeLine({ code, label }: { code: string; label: string }) {
  return (
    <div className={styles.line}>
      <pre className={styles.code}>{code}</pre>
      <CopyButton text={code} label={label} />
    </div>
  )
}
