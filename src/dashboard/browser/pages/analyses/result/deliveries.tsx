import { Link } from '@tanstack/react-router'
import type { Column } from '../../../components/column.ts'
import { numberColumn, textColumn } from '../../../components/columns.tsx'
import { Section } from '../../../components/page-header.tsx'
import { Table } from '../../../components/table.tsx'
import { dayAndTime } from '../../../formatting/format.ts'
import { useViewer } from '../../../layout/viewer.ts'
import { DeliveryStatus } from '../../organization/delivery-status.tsx'
import type { OutcomeFigures } from './use-outcome.ts'

type Delivery = NonNullable<OutcomeFigures['webhookDeliveries']>['nodes'][number]

/** Shows the deliveries of the analysis's webhook. Empty without a webhook. */
export function Deliveries({ deliveries }: { deliveries: readonly Delivery[] }) {
  const { organization } = useViewer()
  if (deliveries.length === 0) return null
  const columns: Column<Delivery>[] = [
    {
      id: 'created',
      title: 'Sent',
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
    textColumn('url', 'URL', ({ url }) => url),
    { id: 'status', title: 'Status', cell: (delivery) => <DeliveryStatus delivery={delivery} /> },
    numberColumn('attempts', 'Attempts', ({ attempts }) => attempts.length),
  ]
  return (
    <Section title="Webhook">
      <Table caption="Webhook deliveries" columns={columns} rows={deliveries} rowKey={({ id }) => id} />
    </Section>
  )
}
