import type { ReactNode } from 'react'
import { SIMULATED_NOTICE } from './export.ts'
import styles from './simulated-notice.module.css'

/** Marks data that comes from simulated answers. `children` offers what to do about it. */
export function SimulatedNotice({ children }: { children?: ReactNode }) {
  return (
    <p className={styles.notice}>
      {SIMULATED_NOTICE} {children}
    </p>
  )
}
