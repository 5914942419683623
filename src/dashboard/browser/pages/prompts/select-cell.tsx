import { useRef } from 'react'
import { useEditing } from './editing.ts'
import type { PromptRow } from './list/prompt-list.ts'
import styles from './prompts.module.css'

/** A check box to select a prompt. With the shift key, selects all prompts from the last selected one. */
export function SelectCell({ prompt }: { prompt: PromptRow }) {
  const { isSelected, select } = useEditing()
  const shift = useRef(false)
  return (
    <label className={styles.select}>
      <input
        type="checkbox"
        aria-label={`Select: ${prompt.text}`}
        checked={isSelected(prompt)}
        onClick={({ shiftKey }) => {
          shift.current = shiftKey
        }}
        onKeyDown={({ shiftKey }) => {
          shift.current = shiftKey
        }}
        onChange={({ target }) => select(prompt, target.checked, shift.current)}
      />
    </label>
  )
}
