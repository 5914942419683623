import { Button } from '../../parts/button.tsx'
import { Dialog } from '../../parts/dialog.tsx'
import { ActiveCell } from './active-cell.tsx'
import { AskedForm } from './asked-cell.tsx'
import type { PromptRow } from './prompt-list.ts'
import styles from './prompts.module.css'
import { TagsForm } from './tags-cell.tsx'

/** All that a narrow screen does not show of a prompt, each part with its own button that saves it. */
export function EditDialog({ prompt, onClose }: { prompt: PromptRow; onClose: () => void }) {
  return (
    <Dialog title="Edit prompt" onClose={onClose} footer={<Button onClick={onClose}>Close</Button>}>
      <p className={styles.quoted}>{prompt.text}</p>
      <p className={styles.switchLine}>
        <ActiveCell prompt={prompt} /> Runs ask it
      </p>
      <TagsForm prompt={prompt} onEnd={onClose} />
      <AskedForm prompt={prompt} onEnd={onClose} />
    </Dialog>
  )
}
