import { SIMULATED_NOTICE } from './export.ts'
import styles from './simulated-notice.module.css'

/** Marks data that comes from simulated answers. */
export function SimulatedNotice() {
  return <p className={styles.notice}>{SIMULATED_NOTICE}</p>
}
