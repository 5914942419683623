import { useId, useMemo, useState } from 'react'
import { count, number } from '../../../figures/format.ts'
import { Button } from '../../../parts/button.tsx'
import { Dialog } from '../../../parts/dialog.tsx'
import { TextArea } from '../../../parts/field.tsx'
import styles from './add.module.css'
import { Preview } from './preview.tsx'
import { type PastedPrompt, readPasted } from './read-pasted.ts'
import { type Saved, useSaveLines } from './save-lines.ts'
import { useKnown } from './use-known.ts'

const NOTHING: Saved = { lines: [], problems: new Map(), message: null }

/** Adds prompts that are typed, pasted or read from a file; shows what was understood before anything is saved. */
export function AddDialog({
  projectId,
  providers,
  limit,
  onClose,
  onAdded,
}: {
  projectId: string
  providers: readonly { token: string; aliases: readonly string[] }[]
  /** Prompts that the plan allows in a project. */
  limit: number
  onClose: () => void
  onAdded: (prompts: number) => void
}) {
  const [text, setText] = useState('')
  const [saved, setSaved] = useState(NOTHING)
  const known = useKnown(projectId, providers)
  const { saving, save } = useSaveLines(projectId)
  const { prompts, ignored } = useMemo(() => readPasted(text, known), [text, known])
  const open = prompts.filter(({ line }) => !saved.lines.includes(line))
  const problemsOf = (prompt: PastedPrompt) => [
    ...prompt.problems,
    ...(saved.problems.get(prompt.line) ?? []),
  ]
  const wrong = open.filter((prompt) => !prompt.skipped && problemsOf(prompt).length > 0)
  const skipped = open.filter((prompt) => prompt.skipped)
  const ready = open.filter((prompt) => !prompt.skipped && problemsOf(prompt).length === 0)
  const room = limit - known.texts.size - saved.lines.length
  const change = (given: string) => {
    setText(given)
    setSaved(NOTHING)
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
            disabled={!known.ready || ready.length === 0 || ready.length > room}
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
        // The dialog was opened to type here.
        ref={focusOnce}
        placeholder={'Which project tool works offline?\nBest free Gantt chart for agencies'}
        hint="One prompt a line; or CSV, or cells of a spreadsheet, with a first line of text,tags,locations,providers. Tags and lists are separated by semicolons. What is not given is asked as usual in this project."
        value={text}
        onChange={({ target }) => change(target.value)}
      />
      <FileField onRead={change} />
      {open.length > 0 && (
        <>
          <p role="status">
            {summary(ready.length, skipped.length, wrong.length)}{' '}
            {known.ready && said(ready.length, room, limit)}
          </p>
          {ignored.length > 0 && (
            <p className={styles.soft}>Columns that are not read: {ignored.join(', ')}.</p>
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
          {count(saved.lines.length, 'prompt was', 'prompts were')} added; those below were not.
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
      <label htmlFor={id}>Or a CSV file</label>
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
    ...(skipped > 0 ? [`${number(skipped)} left out`] : []),
    ...(wrong > 0 ? [`${number(wrong)} with errors, which stay here`] : []),
  ]
  return `${parts.join(', ')}.`
}

function said(ready: number, room: number, limit: number): string {
  if (ready <= room)
    return `Your plan allows ${number(limit)} prompts in a project; ${number(room)} more fit.`
  const fit = room <= 0 ? 'none fits' : `only ${number(room)} more fit`
  return `Your plan allows ${number(limit)} prompts in a project: ${fit}. Take away ${number(ready - Math.max(0, room))}.`
}
