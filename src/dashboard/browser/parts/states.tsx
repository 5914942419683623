import type { ReactNode } from 'react'
import type { CombinedError } from 'urql'
import { problemOf } from '../graphql/problem.ts'
import { Button } from './button.tsx'
import styles from './states.module.css'

/** A panel that says something instead of showing figures. */
export function Message({
  title,
  text,
  children,
}: {
  title: string
  text?: ReactNode
  children?: ReactNode
}) {
  return (
    <div className={styles.message}>
      <p className={styles.title}>{title}</p>
      {text && <p className={styles.text}>{text}</p>}
      {children && <div className={styles.actions}>{children}</div>}
    </div>
  )
}

/** "No data yet": nothing was measured or created so far; `children` is what can be done about it. */
export function Empty({ title, text, children }: { title: string; text?: ReactNode; children?: ReactNode }) {
  return (
    <Message title={title} text={text}>
      {children}
    </Message>
  )
}

/** "Nothing matches": there is something, but the filters leave it out. */
export function NothingMatches({ what, clear }: { what: string; clear: () => void }) {
  return (
    <Message title={`No ${what} match these filters`}>
      <Button onClick={clear}>Clear filters</Button>
    </Message>
  )
}

/** "Cannot be loaded": the server refused or cannot be reached. */
export function Failed({ error, retry }: { error: CombinedError; retry: () => void }) {
  const problem = problemOf(error)
  return (
    <div role="alert">
      <Message title="This cannot be loaded" text={problem?.message ?? error.message}>
        <Button onClick={retry}>Try again</Button>
      </Message>
    </div>
  )
}

/** Shown while something is loaded, in its final size: `height` in pixels. */
export function Skeleton({ height, label = 'Loading' }: { height: number; label?: string }) {
  return <div className={styles.skeleton} style={{ height }} role="status" aria-label={label} />
}

/** What went wrong with an action, beside what was pressed. */
export function ActionError({ error }: { error: CombinedError | undefined }) {
  const problem = problemOf(error)
  if (!problem) return null
  return (
    <p role="alert" className={styles.actionError}>
      {problem.message}
    </p>
  )
}
