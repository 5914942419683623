import { useState } from 'react'
import { Button } from '../../components/button.tsx'
import { Menu } from '../../components/menu.tsx'
import { TagInput } from '../../components/tag-input.tsx'
import { count, number } from '../../formatting/format.ts'
import type { PromptRow } from './list/prompt-list.ts'
import styles from './prompts.module.css'

/** Actions for the selected prompts. */
export function BulkBar({
  selected,
  total,
  busy,
  tags,
  onTags,
  onActive,
  onDelete,
  onSelectAll,
  onClear,
}: {
  selected: readonly PromptRow[]
  /** Number of prompts that match the filters. */
  total: number
  /** Progress of the current action, such as `200 of 500`. */
  busy: string | null
  tags: readonly string[]
  onTags: (change: { add: readonly string[] } | { remove: readonly string[] }) => void
  onActive: (active: boolean) => void
  onDelete: () => void
  onSelectAll: () => void
  onClear: () => void
}) {
  if (selected.length === 0) return null
  const present = [...new Set(selected.flatMap((prompt) => prompt.tags.map(({ name }) => name)))].sort()
  return (
    <div role="toolbar" aria-label="Selected prompts" className={styles.bar}>
      <span role="status">{busy ?? `${number(selected.length)} selected`}</span>
      {selected.length < total && (
        <Button kind="quiet" onClick={onSelectAll}>
          Select all {number(total)}
        </Button>
      )}
      <Menu label="Add tag" disabled={busy !== null}>
        {(close) => (
          <TagsForm
            action={`Add to ${count(selected.length, 'prompt')}`}
            suggestions={tags}
            onSave={(add) => {
              onTags({ add })
              close()
            }}
          />
        )}
      </Menu>
      {present.length > 0 && (
        <Menu label="Remove tag" disabled={busy !== null}>
          {(close) => (
            <TagsForm
              action={`Remove from ${count(selected.length, 'prompt')}`}
              suggestions={present}
              onlySuggested
              onSave={(remove) => {
                onTags({ remove })
                close()
              }}
            />
          )}
        </Menu>
      )}
      <Button disabled={busy !== null} onClick={() => onActive(true)}>
        Activate
      </Button>
      <Button disabled={busy !== null} onClick={() => onActive(false)}>
        Deactivate
      </Button>
      <Button kind="danger" disabled={busy !== null} onClick={onDelete}>
        Delete …
      </Button>
      <Button kind="quiet" onClick={onClear}>
        Clear selection
      </Button>
    </div>
  )
}

function TagsForm({
  action,
  suggestions,
  onlySuggested = false,
  onSave,
}: {
  action: string
  suggestions: readonly string[]
  onlySuggested?: boolean
  onSave: (names: readonly string[]) => void
}) {
  const [names, setNames] = useState<string[]>([])
  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault()
        if (names.length > 0) onSave(names)
      }}
    >
      <TagInput
        label="Tags"
        values={names}
        suggestions={suggestions}
        accepts={() => !onlySuggested}
        onChange={setNames}
      />
      <Button kind="primary" type="submit" disabled={names.length === 0}>
        {action}
      </Button>
    </form>
  )
}
