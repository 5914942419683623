import { dayAndTime, decimal, dollars } from '../formatting/format.ts'
import styles from './credentials.module.css'
import type { Credential } from './documents.ts'

/** The state of the last check: the answer with its country and cost, or why there is none. */
export function CheckResult({ credential }: { credential: Credential }) {
  const { check, label, providers } = credential
  switch (check.status) {
    case 'NOT_CHECKED':
      return <p className={styles.muted}>Not checked yet.</p>
    case 'CHECKING':
      return (
        <p className={styles.muted} aria-busy="true">
          Asking {label} one question …
        </p>
      )
    case 'FAILED':
      return (
        <p className={styles.failed}>
          <strong>Check failed:</strong> {check.reason}
        </p>
      )
    case 'OK': {
      const asked = providers.find(({ token }) => token === check.provider)?.label ?? check.provider
      const facts = [
        `${asked} answered from ${check.country}`,
        ...(check.latencyMs === null ? [] : [`${decimal(check.latencyMs / 1_000)} s`]),
        check.costUsd === null ? 'cost unknown' : dollars(check.costUsd),
        dayAndTime(check.changedAt),
      ]
      return (
        <div>
          <p className={styles.works}>
            <strong>Works.</strong> {facts.join(' · ')}
          </p>
          {check.answer && <blockquote className={styles.answer}>{check.answer}</blockquote>}
        </div>
      )
    }
  }
}
