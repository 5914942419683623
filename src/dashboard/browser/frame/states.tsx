import { type ErrorComponentProps, Link } from '@tanstack/react-router'
import { Button } from '../parts/button.tsx'
import { PageHeader } from '../parts/page-header.tsx'
import { Message } from '../parts/states.tsx'
import styles from './states.module.css'

/** Shown while a page is loaded: nothing moves when it arrives. */
export function PageLoading() {
  return <div className={styles.loading} role="status" aria-label="Loading" />
}

/** Shown when the code of a page failed or could not be loaded. */
export function PageFailed({ error }: ErrorComponentProps) {
  return (
    <main className={styles.alone}>
      <Message
        title="This page cannot be shown"
        text={error instanceof Error ? error.message : String(error)}
      >
        <Button onClick={() => location.reload()}>Load again</Button>
      </Message>
    </main>
  )
}

/** Shown for an address that does not exist. */
export function NotFound() {
  return (
    <main className={styles.alone}>
      <PageHeader title="There is no such page" lead="The address is wrong, or what was here is gone." />
      <Link to="/">Go to the overview</Link>
    </main>
  )
}
