import styles from './alerts.module.css'
import type { AlertRow } from './documents.ts'

export const SEVERITY_WORDS = { INFO: 'Info', WARNING: 'Warning', CRITICAL: 'Critical' } as const

/** A label with the severity of an alert. */
export function Severity({ severity }: Pick<AlertRow, 'severity'>) {
  return (
    <span className={styles.severity} data-severity={severity}>
      {SEVERITY_WORDS[severity]}
    </span>
  )
}
