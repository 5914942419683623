import { Button } from '../../../components/button.tsx'
import { count, number } from '../../../formatting/format.ts'
import styles from './composer.module.css'
import type { Estimate } from './composition.ts'

/** Shows the cost of the analysis, and why it cannot be started, next to the start button. */
export function EstimateBar({
  estimate: { units, product, obstacle },
  balance,
  busy,
  onClose,
}: {
  estimate: Estimate
  /** The organization's credits. */
  balance: number
  busy: boolean
  onClose?: (() => void) | undefined
}) {
  return (
    <div className={styles.estimate}>
      <div role="status" className={styles.words}>
        <p>
          <strong>{count(units, 'credit')}</strong> <span className={styles.soft}>{product}</span>
        </p>
        <p className={obstacle ? styles.obstacle : styles.soft}>
          {obstacle ??
            `${number(balance)} credits now, ${number(balance - units)} while it runs. Questions that fail or are not asked are refunded.`}
        </p>
      </div>
      {onClose && (
        <Button kind="quiet" onClick={onClose}>
          Close
        </Button>
      )}
      <Button kind="primary" type="submit" busy={busy} disabled={obstacle !== null}>
        Start analysis
      </Button>
    </div>
  )
}
