import { useOptimistic, useTransition } from 'react'
import { useEditing } from './editing.ts'
import type { PromptRow } from './prompt-list.ts'
import styles from './prompts.module.css'

/** Whether runs ask the prompt. The switch moves at once, and back when the server refuses. */
export function ActiveCell({ prompt }: { prompt: PromptRow }) {
  const { mayWrite, change } = useEditing()
  const [shown, show] = useOptimistic(prompt.active)
  const [, start] = useTransition()
  return (
    <input
      type="checkbox"
      role="switch"
      className={styles.switch}
      aria-label={`Runs ask: ${prompt.text}`}
      aria-checked={shown}
      checked={shown}
      disabled={!mayWrite}
      onChange={({ target: { checked } }) =>
        start(async () => {
          show(checked)
          await change(prompt, { active: checked }, checked ? 'Runs ask it again.' : 'Runs no longer ask it.')
        })
      }
    />
  )
}
