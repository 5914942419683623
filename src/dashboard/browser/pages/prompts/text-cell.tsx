import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { Button } from '../../components/button.tsx'
import { TextArea } from '../../components/field.tsx'
import { InPlace } from '../../components/in-place.tsx'
import { useEditing } from './editing.ts'
import type { PromptRow } from './list/prompt-list.ts'
import styles from './prompts.module.css'

/** Explains how a changed text affects metrics; see `docs/metrics.md`. */
const MEANING =
  'The next run asks the new text. Existing answers keep the old one. The trend continues across both, but changes between runs are only judged for unchanged texts.'

/** The text of a prompt, editable in place. Enter saves, Escape cancels. */
export function TextCell({ prompt }: { prompt: PromptRow }) {
  const { mayWrite, drafts } = useEditing()
  const [editing, setEditing] = useState(drafts.has(prompt.id))
  const button = useRef<HTMLButtonElement>(null)
  const warning = prompt.branded && (
    <small className={styles.branded} title="Answers to prompts that name your brand favor it.">
      names your brand
    </small>
  )
  if (!mayWrite)
    return (
      <>
        <span className={styles.text}>{prompt.text}</span>
        {warning}
      </>
    )
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
      {warning}
      {editing && (
        <InPlace>
          <TextForm
            prompt={prompt}
            onEnd={() => {
              drafts.delete(prompt.id)
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
  const { change, drafts } = useEditing()
  const [text, setText] = useState(drafts.get(prompt.id) ?? prompt.text)
  const write = (written: string) => {
    drafts.set(prompt.id, written)
    setText(written)
  }
  const field = useRef<HTMLTextAreaElement>(null)
  const [busy, setBusy] = useState(false)
  const [errors, setErrors] = useState<readonly string[]>()
  // Focus the field after the panel is visible, because hidden elements cannot be focused. The form was opened by click
  // or key, or its row was mounted again.
  useEffect(() => {
    field.current?.focus({ preventScroll: true })
    field.current?.setSelectionRange(field.current.value.length, field.current.value.length)
  }, [])
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
        ref={field}
        value={text}
        errors={errors}
        hint={text.trim() === prompt.text ? 'Enter saves, Esc cancels.' : MEANING}
        onChange={({ target }) => write(target.value)}
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

/** Completes server messages that are meant to follow a field name. */
function sentence(message: string): string {
  return /^[a-z]/.test(message) ? `It ${message}.` : message
}
