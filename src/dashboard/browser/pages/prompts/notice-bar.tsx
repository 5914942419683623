import { Button } from '../../parts/button.tsx'
import styles from './prompts.module.css'

/** What was just done, and how it is taken back. */
export interface Notice {
  said: string
  wrong?: boolean
  /** Missing where it cannot be taken back. */
  undo?: () => Promise<void>
}

/** Says what was done, with Undo where that is possible. */
export function NoticeBar({ notice, close }: { notice: Notice | null; close: () => void }) {
  return (
    <div role={notice?.wrong ? 'alert' : 'status'} className={notice ? styles.bar : 'visually-hidden'}>
      {notice && (
        <>
          <span>{notice.said}</span>
          {notice.undo && <Button onClick={notice.undo}>Undo</Button>}
          <Button kind="quiet" aria-label="Close" onClick={close}>
            ×
          </Button>
        </>
      )}
    </div>
  )
}
