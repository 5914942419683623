import { useState } from 'react'
import { Button } from '../../components/button.tsx'
import { Menu } from '../../components/menu.tsx'
import { TagInput } from '../../components/tag-input.tsx'
import { useEditing } from './editing.ts'
import type { PromptRow } from './list/prompt-list.ts'
import styles from './prompts.module.css'

/** The tags of a prompt, editable in a menu. */
export function TagsCell({ prompt }: { prompt: PromptRow }) {
  const { mayWrite } = useEditing()
  const names = prompt.tags.map(({ name }) => name)
  const chips = (
    <span className={styles.tags}>
      {names.map((name) => (
        <span key={name} className={styles.tag}>
          {name}
        </span>
      ))}
    </span>
  )
  if (!mayWrite) return chips
  return (
    <span className={styles.cellMenu}>
      <Menu
        kind="quiet"
        label={
          names.length > 0 ? (
            <>
              <span className="visually-hidden">Tags: </span>
              {chips}
            </>
          ) : (
            <span className={styles.add}>+ tag</span>
          )
        }
      >
        {(close) => <TagsForm prompt={prompt} onEnd={close} />}
      </Menu>
    </span>
  )
}

/** A form for the tags of a prompt. */
export function TagsForm({ prompt, onEnd }: { prompt: PromptRow; onEnd: () => void }) {
  const { tags, change } = useEditing()
  const [names, setNames] = useState(() => prompt.tags.map(({ name }) => name))
  const [busy, setBusy] = useState(false)
  const [errors, setErrors] = useState<readonly string[]>()
  const save = async () => {
    setBusy(true)
    const problem = await change(prompt, { tags: names }, 'Tags were changed.')
    setBusy(false)
    if (problem) setErrors([Object.values(problem.fieldErrors)[0]?.join(' ') ?? problem.message])
    else onEnd()
  }
  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault()
        void save()
      }}
    >
      <TagInput label="Tags" values={names} suggestions={tags} errors={errors} onChange={setNames} />
      <Button kind="primary" type="submit" busy={busy}>
        Save tags
      </Button>
    </form>
  )
}
