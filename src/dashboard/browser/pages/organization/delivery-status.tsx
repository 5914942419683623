import { dayAndTime } from '../../figures/format.ts'
import deliveryStyles from './deliveries.module.css'
import { type DeliveryRow, STATUS_WORDS } from './delivery-list.ts'
import styles from './organization.module.css'

/** The state of a delivery as a word with a mark, whose shape says the same as its colour. */
export function DeliveryStatus({ delivery: { status, nextAttemptAt } }: { delivery: DeliveryRow }) {
  return (
    <span className={styles.cell}>
      <span className={deliveryStyles.mark} data-state={STATES[status]}>
        <span aria-hidden="true">{MARKS[status]}</span> {STATUS_WORDS[status]}
      </span>
      {status === 'PENDING' && nextAttemptAt && <small>next attempt {dayAndTime(nextAttemptAt)}</small>}
    </span>
  )
}

const STATES = { DELIVERED: 'good', PENDING: 'waiting', FAILED: 'bad', GONE: 'bad' } as const
const MARKS = { DELIVERED: '●', PENDING: '○', FAILED: '✕', GONE: '✕' } as const
