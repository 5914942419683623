import { type KeyboardEvent, useRef, useState } from 'react'
import { Button } from '../../parts/button.tsx'
import { TextArea } from '../../parts/field.tsx'
import { InPlace } from '../../parts/in-place.tsx'
import { useEditing } from './editing.ts'
import type { PromptRow } from './prompt-list.ts'
import styles from './prompts.module.css'

/** What a changed text means for the figures; see `docs/metrics.md`. */
const MEANING =
  'The next run asks the new text. Answers so far keep the old one; the trend goes on over both, and what a run changed is judged between equal texts only.'

/** The text of a prompt, which is edited in place: Enter saves, Esc leaves it as it was. */
export function TextCell({ prompt }: { prompt: PromptRow }) {
  const { mayWrite } = useEditing()
  const [editing, setEditing] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  if (!mayWrite) return <span className={styles.text}>{prompt.text}</span>
  return (
    <>
      <button
        ref={button}
        type="button"
        className={styles.text}
        title={prompt.text}
        data-row-target
        aria-expanded={editing}
        onClick={() => setEditing(true)}
      >
        {prompt.text}
      </button>
      {editing && (
        <InPlace>
          <TextForm
            prompt={prompt}
            onEnd={() => {
              setEditing(false)
              button.current?.focus()
            }}
          />
        </InPlace>
      )}
    </>
  )
}

function TextForm({ prompt, onEnd }: { prompt: PromptRow; onEnd: () => void }) {
  const { change } = useEditing()
  const [text, setText] = useState(prompt.text)
  const [busy, setBusy] = useState(false)
  const [errors, setErrors] = useState<readonly string[]>()
  const save = async () => {
    if (text.trim() === prompt.text) return onEnd()
    setBusy(true)
    const problem = await change(prompt, { text: text.trim() }, 'The text was changed.')
    setBusy(false)
    if (!problem) return onEnd()
    const [first] = Object.values(problem.fieldErrors)
    setErrors((first ?? [problem.message]).map(sentence))
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape') onEnd()
    else if (event.key === 'Enter' && !event.shiftKey && !event.nativeEvent.isComposing) void save()
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  return (
    <div className={styles.form}>
      <TextArea
        label="Text"
        rows={3}
        ref={focusOnce}
        value={text}
        errors={errors}
        hint={text.trim() === prompt.text ? 'Enter saves, Esc cancels.' : MEANING}
        onChange={({ target }) => setText(target.value)}
        onKeyDown={onKeyDown}
        readOnly={busy}
      />
      <div className={styles.buttons}>
        <Button kind="primary" busy={busy} onClick={save}>
          Save
        </Button>
        <Button onClick={onEnd}>Cancel</Button>
      </div>
    </div>
  )
}

/** The field was asked for by a click or key at its place. */
function focusOnce(field: HTMLTextAreaElement | null): void {
  field?.focus()
  field?.setSelectionRange(field.value.length, field.value.length)
}

/** Errors of fields are ends of sentences. */
function sentence(message: string): string {
  return /^[a-z]/.test(message) ? `It ${message}.` : message
}
