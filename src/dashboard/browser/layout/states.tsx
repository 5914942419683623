import { type ErrorComponentProps, Link } from '@tanstack/react-router'
import { Button } from '../components/button.tsx'
import { PageHeader } from '../components/page-header.tsx'
import { Message } from '../components/states.tsx'
import styles from './states.module.css'

/** Shown while a page is loading, at full height, so the layout does not shift. */
export function PageLoading() {
  return <div className={styles.loading} role="status" aria-label="Loading" />
}

/** Shown if the code of a page failed or could not be loaded. */
export function PageFailed({ error }: ErrorComponentProps) {
  return (
    <main className={styles.alone}>
      <Message
        title="This page could not be loaded"
        text={error instanceof Error ? error.message : String(error)}
      >
        <Button onClick={() => location.reload()}>Reload</Button>
      </Message>
    </main>
  )
}

/** Shown for a URL that does not exist. */
export function NotFound() {
  return (
    <main className={styles.alone}>
      <PageHeader title="Page not found" lead="The address is wrong, or the page no longer exists." />
      <Link to="/">Go to the overview</Link>
    </main>
  )
}
