import { Button } from '../../components/button.tsx'
import { Dialog } from '../../components/dialog.tsx'
import { ActiveCell } from './active-cell.tsx'
import { AskedForm } from './asked-cell.tsx'
import type { PromptRow } from './list/prompt-list.ts'
import styles from './prompts.module.css'
import { TagsForm } from './tags-cell.tsx'

/** Edits the parts of a prompt that narrow screens do not show. Each part has its own save button. */
export function EditDialog({ prompt, onClose }: { prompt: PromptRow; onClose: () => void }) {
  return (
    <Dialog title="Edit prompt" onClose={onClose} footer={<Button onClick={onClose}>Close</Button>}>
      <p className={styles.quoted}>{prompt.text}</p>
      <p className={styles.switchLine}>
        <ActiveCell prompt={prompt} /> Active
      </p>
      <TagsForm prompt={prompt} onEnd={onClose} />
      <AskedForm prompt={prompt} onEnd={onClose} />
    </Dialog>
  )
}
