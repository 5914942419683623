import type { ReactNode } from 'react'
import type { CombinedError } from 'urql'
import { Button } from '../../components/button.tsx'
import { problemOf } from '../../graphql/problem.ts'
import styles from './settings.module.css'

/** The save button of a settings form, with the result of the last save and a note about the effect of saving. */
export function Saving({
  changed,
  fetching,
  error,
  saved,
  effect,
}: {
  /** Whether there are unsaved changes. */
  changed: boolean
  fetching: boolean
  error: CombinedError | undefined
  /** Whether the last save succeeded. */
  saved: boolean
  /** Explains the effect of saving, shown before. */
  effect?: ReactNode
}) {
  const problem = problemOf(error)
  return (
    <>
      {effect && changed && <p className={styles.effect}>{effect}</p>}
      <div className={styles.actions}>
        <Button type="submit" kind="primary" busy={fetching} disabled={!changed}>
          Save
        </Button>
        <span role="status" className={styles.saved}>
          {saved && !changed && 'Saved'}
        </span>
        {problem && <span role="alert">{problem.message}</span>}
      </div>
    </>
  )
}
