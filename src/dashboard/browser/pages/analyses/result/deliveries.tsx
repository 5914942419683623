import { Link } from '@tanstack/react-router'
import { dayAndTime, number } from '../../../figures/format.ts'
import { useViewer } from '../../../frame/viewer.ts'
import type { Column } from '../../../parts/column.ts'
import { Section } from '../../../parts/page-header.tsx'
import { Table } from '../../../parts/table.tsx'
import type { OutcomeFigures } from './use-outcome.ts'

type Delivery = NonNullable<OutcomeFigures['webhookDeliveries']>['nodes'][number]

const STATES: Readonly<Record<Delivery['status'], string>> = {
  DELIVERED: 'delivered',
  FAILED: 'not delivered',
  GONE: 'refused for good',
  PENDING: 'being tried',
}

/** Whether the webhook of the analysis arrived; nothing where it has none. */
export function Deliveries({ deliveries }: { deliveries: readonly Delivery[] }) {
  const { organization } = useViewer()
  if (deliveries.length === 0) return null
  const columns: Column<Delivery>[] = [
    {
      id: 'created',
      title: 'Sent',
      value: ({ createdAt }) => createdAt,
      cell: ({ createdAt, databaseId }) => (
        <Link
          to="/organizations/$organizationId/deliveries"
          params={{ organizationId: organization.databaseId }}
          search={{ delivery: databaseId }}
        >
          {dayAndTime(createdAt)}
        </Link>
      ),
    },
    { id: 'url', title: 'Address', value: ({ url }) => url },
    {
      id: 'status',
      title: 'State',
      value: ({ status }) => STATES[status],
      cell: ({ status, nextAttemptAt }) =>
        nextAttemptAt && status === 'PENDING'
          ? `${STATES[status]}, again on ${dayAndTime(nextAttemptAt)}`
          : STATES[status],
    },
    {
      id: 'attempts',
      title: 'Attempts',
      numeric: true,
      value: ({ attempts }) => attempts.length,
      cell: ({ attempts }) => number(attempts.length),
    },
  ]
  return (
    <Section title="Webhook">
      <Table caption="Webhook deliveries" columns={columns} rows={deliveries} rowKey={({ id }) => id} />
    </Section>
  )
}
