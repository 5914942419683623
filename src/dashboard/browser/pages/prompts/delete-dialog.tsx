import { FormDialog } from '../../components/form-dialog.tsx'
import { count } from '../../formatting/format.ts'
import type { Problem } from '../../graphql/problem.ts'
import type { PromptRow } from './list/prompt-list.ts'
import styles from './prompts.module.css'

/** Confirms deleting prompts and explains what happens to their answers. */
export function DeleteDialog({
  prompts,
  onDelete,
  onClose,
}: {
  prompts: readonly PromptRow[]
  /** Resolves with a problem, or null on success. */
  onDelete: () => Promise<Problem | null>
  onClose: () => void
}) {
  const [first] = prompts
  const several = prompts.length > 1
  return (
    <FormDialog
      title={several ? `Delete ${count(prompts.length, 'prompt')}?` : 'Delete this prompt?'}
      action={`Delete ${several ? count(prompts.length, 'prompt') : 'prompt'}`}
      kind="danger"
      onClose={onClose}
      send={onDelete}
    >
      {!several && first && <p className={styles.quoted}>{first.text}</p>}
      <p>
        {several ? 'They are removed from' : 'It is removed from'} this list and will not be asked in future
        runs. Existing answers and metrics are kept.
      </p>
      <p>
        This cannot be undone. Adding the same text later creates a new prompt without this history. To pause
        instead, set {several ? 'them' : 'it'} to inactive.
      </p>
    </FormDialog>
  )
}
