import { useId, useMemo, useState } from 'react'
import { Button } from '../../../components/button.tsx'
import { Dialog } from '../../../components/dialog.tsx'
import { TextArea } from '../../../components/field.tsx'
import { count, number } from '../../../formatting/format.ts'
import { useProject } from '../../../layout/project-frame.tsx'
import styles from './add.module.css'
import { namesBrand } from './names-brand.ts'
import { Preview } from './preview.tsx'
import { type PastedPrompt, readPasted } from './read-pasted.ts'
import { type Saved, useSaveLines } from './save-lines.ts'
import { useExisting } from './use-known.ts'

const NOTHING_SAVED: Saved = { lines: [], problems: new Map(), message: null }

/** Adds prompts that are typed, pasted or loaded from a file. Shows a preview before saving. */
export function AddDialog({
  projectId,
  providers,
  limit,
  onClose,
  onAdded,
}: {
  projectId: string
  providers: readonly { token: string; aliases: readonly string[] }[]
  /** Number of prompts that the plan allows in a project. */
  limit: number
  onClose: () => void
  onAdded: (prompts: number) => void
}) {
  const [text, setText] = useState('')
  const [saved, setSaved] = useState(NOTHING_SAVED)
  const existing = useExisting(projectId, providers)
  const { saving, save } = useSaveLines(projectId)
  const { prompts, ignored } = useMemo(() => readPasted(text, existing), [text, existing])
  const open = prompts.filter(({ line }) => !saved.lines.includes(line))
  const problemsOf = (prompt: PastedPrompt) => [
    ...prompt.problems,
    ...(saved.problems.get(prompt.line) ?? []),
  ]
  const wrong = open.filter((prompt) => !prompt.skipped && problemsOf(prompt).length > 0)
  const skipped = open.filter((prompt) => prompt.skipped)
  const ready = open.filter((prompt) => !prompt.skipped && problemsOf(prompt).length === 0)
  const { analysisBrandName, aliases } = useProject()
  const branded = ready.filter((prompt) => namesBrand(prompt.text, [analysisBrandName, ...aliases]))
  const room = limit - existing.texts.size - saved.lines.length
  const change = (pasted: string) => {
    setText(pasted)
    setSaved(NOTHING_SAVED)
  }
  const add = async () => {
    const outcome = await save(ready)
    const lines = [...saved.lines, ...outcome.lines]
    setSaved({ ...outcome, lines })
    if (outcome.lines.length < ready.length) return
    if (lines.length > 0) onAdded(lines.length)
    if (wrong.length === 0) onClose()
  }
  return (
    <Dialog
      title="Add prompts"
      wide
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{saved.lines.length > 0 ? 'Close' : 'Cancel'}</Button>
          <Button
            kind="primary"
            busy={saving !== null}
            disabled={!existing.ready || ready.length === 0 || ready.length > room}
            onClick={add}
          >
            {ready.length === 0 ? 'Add' : `Add ${count(ready.length, 'prompt')}`}
          </Button>
        </>
      }
    >
      <TextArea
        label="Prompts"
        rows={prompts.length > 0 ? 4 : 8}
        // The dialog was opened to type into this field.
        ref={focusOnce}
        placeholder={'Which project tool works offline?\nBest free Gantt chart for agencies'}
        hint="Enter one prompt per line. Or paste CSV or spreadsheet cells with the columns text, tags, locations, providers. Separate tags and lists by semicolons. Missing values use the project’s defaults."
        value={text}
        onChange={({ target }) => change(target.value)}
      />
      <FileField onRead={change} />
      {open.length > 0 && (
        <>
          <p role="status">
            {summary(ready.length, skipped.length, wrong.length)}{' '}
            {existing.ready && limitText(ready.length, room, limit)}
          </p>
          {ignored.length > 0 && <p className={styles.soft}>Ignored columns: {ignored.join(', ')}.</p>}
          {branded.length > 0 && (
            <p className={styles.soft}>
              {count(branded.length, 'prompt names', 'prompts name')} your brand. Answers to such prompts
              favor it, so they say little about how often assistants name you on their own.
            </p>
          )}
          <Preview prompts={open} problemsOf={problemsOf} />
        </>
      )}
      {saving && (
        <label className={styles.progress}>
          {number(saving.saved)} of {count(saving.total, 'prompt')} saved …
          <progress value={saving.saved} max={saving.total} />
        </label>
      )}
      {saved.lines.length > 0 && !saving && open.length > 0 && (
        <p role="status">
          {count(saved.lines.length, 'prompt was', 'prompts were')} added. The prompts below were not.
        </p>
      )}
      {saved.message && (
        <p role="alert" className={styles.wrong}>
          {saved.message}
        </p>
      )}
    </Dialog>
  )
}

function FileField({ onRead }: { onRead: (text: string) => void }) {
  const id = useId()
  return (
    <div className={styles.file}>
      <label htmlFor={id}>Or upload a CSV file</label>
      <input
        id={id}
        type="file"
        accept=".csv,.txt,text/csv,text/plain"
        onChange={async ({ target }) => {
          const file = target.files?.[0]
          if (file) onRead(await file.text())
        }}
      />
    </div>
  )
}

function focusOnce(field: HTMLTextAreaElement | null): void {
  field?.focus()
}

function summary(ready: number, skipped: number, wrong: number): string {
  const parts = [
    `${number(ready)} new`,
    ...(skipped > 0 ? [`${number(skipped)} skipped`] : []),
    ...(wrong > 0 ? [`${number(wrong)} with errors, which will not be added`] : []),
  ]
  return `${parts.join(', ')}.`
}

function limitText(ready: number, room: number, limit: number): string {
  if (ready <= room)
    return `Your plan allows ${number(limit)} prompts per project. You can add ${number(room)} more.`
  const fit = room <= 0 ? 'You cannot add more' : `You can only add ${number(room)} more`
  return `Your plan allows ${number(limit)} prompts per project. ${fit}. Remove ${number(ready - Math.max(0, room))}.`
}
