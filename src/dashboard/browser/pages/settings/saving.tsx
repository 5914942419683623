import type { ReactNode } from 'react'
import type { CombinedError } from 'urql'
import { problemOf } from '../../graphql/problem.ts'
import { Button } from '../../parts/button.tsx'
import styles from './settings.module.css'

/** The button of a form of settings, what its last saving led to, and what saving means. */
export function Saving({
  changed,
  fetching,
  error,
  saved,
  effect,
}: {
  /** Whether anything differs from what is stored. */
  changed: boolean
  fetching: boolean
  error: CombinedError | undefined
  /** Whether what is shown was saved just now. */
  saved: boolean
  /** What changes by saving, said before. */
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
