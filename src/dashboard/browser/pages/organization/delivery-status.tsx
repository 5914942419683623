import { dayAndTime } from '../../formatting/format.ts'
import deliveryStyles from './deliveries.module.css'
import { type DeliveryRow, STATUS_WORDS } from './delivery-list.ts'
import styles from './organization.module.css'

/** The status of a delivery with an icon. The icon's shape conveys the same as its color. */
export function DeliveryStatus({
  delivery: { status, nextAttemptAt },
}: {
  delivery: Pick<DeliveryRow, 'status' | 'nextAttemptAt'>
}) {
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
