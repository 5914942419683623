import { useOptimistic, useTransition } from 'react'
import { useEditing } from './editing.ts'
import type { PromptRow } from './list/prompt-list.ts'
import styles from './prompts.module.css'

/**
 * A switch that controls whether runs include the prompt. It moves immediately and moves back if the server rejects the
 * change.
 */
export function ActiveCell({ prompt }: { prompt: PromptRow }) {
  const { mayWrite, change } = useEditing()
  const [shown, show] = useOptimistic(prompt.active)
  const [, start] = useTransition()
  return (
    <input
      type="checkbox"
      role="switch"
      className={styles.switch}
      aria-label={`Active: ${prompt.text}`}
      aria-checked={shown}
      checked={shown}
      disabled={!mayWrite}
      onChange={({ target: { checked } }) =>
        start(async () => {
          show(checked)
          await change(
            prompt,
            { active: checked },
            checked ? 'The prompt is active.' : 'The prompt is inactive.',
          )
        })
      }
    />
  )
}
