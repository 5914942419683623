import { useRef } from 'react'
import { useEditing } from './editing.ts'
import type { PromptRow } from './prompt-list.ts'
import styles from './prompts.module.css'

/** Selects a prompt; with the shift key, all from the one that was selected before. */
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
