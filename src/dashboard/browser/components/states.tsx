import type { ReactNode } from 'react'
import type { CombinedError } from 'urql'
import { problemOf } from '../graphql/problem.ts'
import { Button } from './button.tsx'
import styles from './states.module.css'

/** A panel with a message in place of data, for example an empty state. `children` offers the next step. */
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

/** An empty state for filters that match nothing. */
export function NothingMatches({ what, clear }: { what: string; clear: () => void }) {
  return (
    <Message title={`No ${what} match these filters`}>
      <Button onClick={clear}>Clear filters</Button>
    </Message>
  )
}

/** Fetches again, like the function that urql's `useQuery` returns. */
type Retry = (options?: { requestPolicy: 'network-only' }) => void

/** An error state: the server returned an error or cannot be reached. */
export function Failed({ error, retry }: { error: CombinedError; retry: Retry }) {
  const problem = problemOf(error)
  return (
    <div role="alert">
      <Message title="Could not load this" text={problem?.message ?? error.message}>
        <Button onClick={() => retry({ requestPolicy: 'network-only' })}>Try again</Button>
      </Message>
    </div>
  )
}

/** Shown until data is loaded: the error that prevented it, or a placeholder. */
export function Pending({
  error,
  retry,
  ...placeholder
}: { error: CombinedError | undefined; retry: Retry } & Parameters<typeof Skeleton>[0]) {
  return error ? <Failed error={error} retry={retry} /> : <Skeleton {...placeholder} />
}

/** A placeholder with the final height in pixels. */
export function Skeleton({ height, label = 'Loading' }: { height: number; label?: string }) {
  return <div className={styles.skeleton} style={{ height }} role="status" aria-label={label} />
}

/** The error of an action, shown next to its button. */
export function ActionError({ error }: { error: CombinedError | undefined }) {
  const problem = problemOf(error)
  if (!problem) return null
  return (
    <p role="alert" className={styles.actionError}>
      {problem.message}
    </p>
  )
}
