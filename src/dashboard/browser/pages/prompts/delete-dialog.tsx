import { useState } from 'react'
import { count } from '../../figures/format.ts'
import { Button } from '../../parts/button.tsx'
import { Dialog } from '../../parts/dialog.tsx'
import type { PromptRow } from './prompt-list.ts'
import styles from './prompts.module.css'

/** Asks before prompts are deleted, and says what becomes of their answers. */
export function DeleteDialog({
  prompts,
  onDelete,
  onClose,
}: {
  prompts: readonly PromptRow[]
  /** What went wrong; null when they are deleted. */
  onDelete: () => Promise<string | null>
  onClose: () => void
}) {
  const [busy, setBusy] = useState(false)
  const [wrong, setWrong] = useState<string | null>(null)
  const [first] = prompts
  const several = prompts.length > 1
  const remove = async () => {
    setBusy(true)
    const problem = await onDelete()
    setBusy(false)
    if (problem) setWrong(problem)
    else onClose()
  }
  return (
    <Dialog
      title={several ? `Delete ${count(prompts.length, 'prompt')}?` : 'Delete this prompt?'}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button kind="danger" busy={busy} onClick={remove}>
            Delete {several ? count(prompts.length, 'prompt') : 'it'}
          </Button>
        </>
      }
    >
      {!several && first && <p className={styles.quoted}>{first.text}</p>}
      <p>
        {several ? 'They leave' : 'It leaves'} this list, and no further run asks {several ? 'them' : 'it'}.
        Answers so far stay in their runs, and so do the figures of those runs.
      </p>
      <p>
        This cannot be undone: the same text added later is a new prompt without this history. To pause
        instead, switch {several ? 'them' : 'it'} to inactive.
      </p>
      {wrong && (
        <p role="alert" className={styles.wrong}>
          {wrong}
        </p>
      )}
    </Dialog>
  )
}
