import { count, number } from '../../../figures/format.ts'
import { Button } from '../../../parts/button.tsx'
import styles from './composer.module.css'
import type { Estimate } from './composition.ts'

/** What a composition costs and why it cannot be started, beside the button that starts it. */
export function EstimateBar({
  estimate: { units, product, obstacle },
  balance,
  busy,
  onClose,
}: {
  estimate: Estimate
  /** Credits of the organization. */
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
            `${number(balance)} credits now, ${number(balance - units)} while it runs. Questions that fail or are not asked are paid back.`}
        </p>
      </div>
      {onClose && (
        <Button kind="quiet" onClick={onClose}>
          Close
        </Button>
      )}
      <Button kind="primary" type="submit" busy={busy} disabled={obstacle !== null}>
        Ask now
      </Button>
    </div>
  )
}
