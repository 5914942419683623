import { useMutation, useQuery } from 'urql'
import { Button } from '../../components/button.tsx'
import type { Column } from '../../components/column.ts'
import { textColumn, timeColumn } from '../../components/columns.tsx'
import { CopyButton } from '../../components/copy-button.tsx'
import { Dialog } from '../../components/dialog.tsx'
import { ActionError, Pending } from '../../components/states.tsx'
import { Table } from '../../components/table.tsx'
import { count, dayAndTime, number } from '../../formatting/format.ts'
import { useMay } from '../../layout/viewer.ts'
import deliveryStyles from './deliveries.module.css'
import { type DeliveryRow, EVENT_WORDS, ONE_DELIVERY, outcomeOf, REDELIVER } from './delivery-list.ts'
import { DeliveryStatus } from './delivery-status.tsx'
import dialogStyles from './dialogs.module.css'
import styles from './organization.module.css'

/** A delivery with its attempts and payload, and a button to resend it. */
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
            title={mayRedeliver ? undefined : 'Only administrators can resend webhooks.'}
            busy={redelivered.fetching}
            onClick={() => redeliver({ input: { webhookDeliveryId: databaseId } })}
          >
            Resend
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
          To {url}, queued {dayAndTime(createdAt)}. Every attempt has the header{' '}
          <code>webhook-id: {databaseId}</code>.
        </span>
      </p>
      <h3>{attempts.length === 0 ? 'No attempts yet' : count(attempts.length, 'attempt')}</h3>
      {attempts.length > 0 && (
        <Table
          caption="Attempts"
          columns={ATTEMPTS}
          rows={[...attempts].reverse()}
          rowKey={({ number }) => String(number)}
        />
      )}
      <div className={styles.inline}>
        <h3>Payload</h3>
        {payload !== null && <CopyButton text={payload} label="Copy payload" />}
      </div>
      {payload === null && <Pending error={error} retry={retry} height={200} />}
      {payload !== null && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be reachable by keyboard.
        <section tabIndex={0} aria-label="Payload" className={deliveryStyles.payload}>
          <pre>{payload}</pre>
        </section>
      )}
      <ActionError error={redelivered.error} />
    </Dialog>
  )
}

/** Formats JSON with indentation. Other text is returned unchanged. */
function formatted(payload: string): string {
  try {
    return JSON.stringify(JSON.parse(payload), null, 2)
  } catch {
    return payload
  }
}

const ATTEMPTS: Column<DeliveryRow['attempts'][number]>[] = [
  { id: 'number', title: '#', value: ({ number }) => number },
  timeColumn('at', 'Date', ({ createdAt }) => createdAt),
  textColumn('outcome', 'Response', outcomeOf),
  {
    id: 'duration',
    title: 'Duration',
    numeric: true,
    value: ({ durationMs }) => durationMs,
    cell: ({ durationMs }) => `${number(durationMs)} ms`,
  },
]
