import { Button } from '../../components/button.tsx'
import styles from './prompts.module.css'

/** A message about the last action, with a way to undo it. */
export interface Notice {
  message: string
  wrong?: boolean
  /** Undefined if the action cannot be undone. */
  undo?: () => Promise<void>
}

/** Shows the result of the last action with an undo button. */
export function NoticeBar({ notice, close }: { notice: Notice | null; close: () => void }) {
  return (
    <div role={notice?.wrong ? 'alert' : 'status'} className={notice ? styles.bar : 'visually-hidden'}>
      {notice && (
        <>
          <span>{notice.message}</span>
          {notice.undo && <Button onClick={notice.undo}>Undo</Button>}
          <Button kind="quiet" aria-label="Close" onClick={close}>
            ×
          </Button>
        </>
      )}
    </div>
  )
}
