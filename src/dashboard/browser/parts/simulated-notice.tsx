import { SIMULATED_NOTICE } from './export.ts'
import styles from './simulated-notice.module.css'

/** The mark of figures that come from simulated answers. */
export function SimulatedNotice() {
  return <p className={styles.notice}>{SIMULATED_NOTICE}</p>
}
