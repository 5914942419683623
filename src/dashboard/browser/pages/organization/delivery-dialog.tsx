import { useMutation, useQuery } from 'urql'
import { count, dayAndTime, number } from '../../figures/format.ts'
import { useMay } from '../../frame/viewer.ts'
import { Button } from '../../parts/button.tsx'
import type { Column } from '../../parts/column.ts'
import { CopyButton } from '../../parts/copy-button.tsx'
import { Dialog } from '../../parts/dialog.tsx'
import { ActionError, Failed, Skeleton } from '../../parts/states.tsx'
import { Table } from '../../parts/table.tsx'
import deliveryStyles from './deliveries.module.css'
import { type DeliveryRow, EVENT_WORDS, ONE_DELIVERY, outcomeOf, REDELIVER } from './delivery-list.ts'
import { DeliveryStatus } from './delivery-status.tsx'
import dialogStyles from './dialogs.module.css'
import styles from './organization.module.css'

/** A delivery with its attempts and its body; it can be sent again. */
export function DeliveryDialog({ delivery, onClose }: { delivery: DeliveryRow; onClose: () => void }) {
  const mayRedeliver = useMay('WEBHOOKS_REDELIVER')
  const [{ data, error }, retry] = useQuery({ query: ONE_DELIVERY, variables: { id: delivery.id } })
  const [redelivered, redeliver] = useMutation(REDELIVER)
  const { attempts, databaseId, event, url, createdAt } = delivery
  const payload = data?.node?.__typename === 'WebhookDelivery' ? formatted(data.node.payload) : null
  return (
    <Dialog
      title={EVENT_WORDS[event]}
      onClose={onClose}
      wide
      footer={
        <>
          <Button
            disabled={!mayRedeliver}
            title={mayRedeliver ? undefined : 'Only administrators can send webhooks again.'}
            busy={redelivered.fetching}
            onClick={() => redeliver({ input: { webhookDeliveryId: databaseId } })}
          >
            Send again
          </Button>
          <Button kind="primary" onClick={onClose}>
            Close
          </Button>
        </>
      }
    >
      <DeliveryStatus delivery={delivery} />
      <p className={dialogStyles.text}>
        <span className={styles.wrap}>
          To {url}, queued {dayAndTime(createdAt)}. Receivers see <code>webhook-id: {databaseId}</code> in
          every attempt.
        </span>
      </p>
      <h3>{attempts.length === 0 ? 'No attempt yet' : count(attempts.length, 'attempt')}</h3>
      {attempts.length > 0 && (
        <Table
          caption="Attempts"
          columns={ATTEMPTS}
          rows={[...attempts].reverse()}
          rowKey={({ number }) => String(number)}
        />
      )}
      <div className={styles.inline}>
        <h3>Body</h3>
        {payload !== null && <CopyButton text={payload} label="Copy body" />}
      </div>
      {error && !data && <Failed error={error} retry={() => retry({ requestPolicy: 'network-only' })} />}
      {!error && payload === null && <Skeleton height={200} />}
      {payload !== null && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard.
        <section tabIndex={0} aria-label="Body" className={deliveryStyles.payload}>
          <pre>{payload}</pre>
        </section>
      )}
      <ActionError error={redelivered.error} />
    </Dialog>
  )
}

/** A JSON text on several lines; a text that is none as it is. */
function formatted(payload: string): string {
  try {
    return JSON.stringify(JSON.parse(payload), null, 2)
  } catch {
    return payload
  }
}

const ATTEMPTS: Column<DeliveryRow['attempts'][number]>[] = [
  { id: 'number', title: '#', value: ({ number }) => number },
  {
    id: 'at',
    title: 'When',
    value: ({ createdAt }) => createdAt,
    cell: ({ createdAt }) => <span className={styles.nowrap}>{dayAndTime(createdAt)}</span>,
  },
  {
    id: 'outcome',
    title: 'Answer',
    value: outcomeOf,
    cell: (attempt) => <span className={styles.wrap}>{outcomeOf(attempt)}</span>,
  },
  {
    id: 'duration',
    title: 'Took',
    numeric: true,
    value: ({ durationMs }) => durationMs,
    cell: ({ durationMs }) => `${number(durationMs)} ms`,
  },
]
