import styles from './progress-bar.module.css'

/**
 * Progress of the questions by outcome: answered, refused, not shown and failed, in this order. Only failures have the
 * error color, because a refusal is a valid outcome.
 */
export function ProgressBar({
  label,
  total,
  answered,
  refused = 0,
  notShown = 0,
  failed,
}: {
  label: string
  total: number
  answered: number
  refused?: number
  notShown?: number
  failed: number
}) {
  const width = (value: number) => ({ width: `${total === 0 ? 0 : (100 * value) / total}%` })
  const done = answered + refused + notShown + failed
  return (
    <div
      className={styles.bar}
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={total}
      aria-valuenow={done}
      aria-valuetext={`${done} of ${total}`}
    >
      <i className={styles.answered} style={width(answered)} />
      <i className={styles.refused} style={width(refused)} />
      <i className={styles.notShown} style={width(notShown)} />
      <i className={styles.failed} style={width(failed)} />
    </div>
  )
}
