import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { useEffect } from 'react'
import { useClient } from 'urql'
import { count, dayAndTime, number } from '../../figures/format.ts'
import { useMay, useViewer } from '../../frame/viewer.ts'
import type { ResultOf } from '../../graphql/graphql.ts'
import { readAll } from '../../graphql/pager.ts'
import { usePages } from '../../graphql/use-pages.ts'
import { Button } from '../../parts/button.tsx'
import type { Column } from '../../parts/column.ts'
import { ExportMenu } from '../../parts/export-menu.tsx'
import { PageHeader } from '../../parts/page-header.tsx'
import { Empty, Failed, Skeleton } from '../../parts/states.tsx'
import { Table } from '../../parts/table.tsx'
import { AdminsOnly } from './admins-only.tsx'
import deliveryStyles from './deliveries.module.css'
import { DeliveryDialog } from './delivery-dialog.tsx'
import { DELIVERIES, type DeliveryRow, EVENT_WORDS, outcomeOf } from './delivery-list.ts'
import { DeliveryStatus } from './delivery-status.tsx'
import styles from './organization.module.css'
import { useDueAttempts } from './use-due-attempts.ts'
import { WebhookSecret } from './webhook-secret.tsx'

const PAGED = {
  query: DELIVERIES,
  variables: (after: string | null) => ({ first: 50, after }),
  connection: ({ viewer }: ResultOf<typeof DELIVERIES>) => viewer.organization.webhookDeliveries,
}

/** Whether webhooks arrived: every delivery with its attempts, and the secret that signs them. */
export function Deliveries() {
  const { organization } = useViewer()
  const mayRedeliver = useMay('WEBHOOKS_REDELIVER')
  const client = useClient()
  const { delivery: openId } = useSearch({ from: '/organizations/$organizationId/deliveries' })
  const navigate = useNavigate({ from: '/organizations/$organizationId/deliveries' })
  const { nodes, total, ready, error, hasMore, reading, more, retry } = usePages({ ...PAGED, key: '' })
  useDueAttempts(nodes)
  const open = nodes.find(({ databaseId }) => databaseId === openId)
  const isFurther = openId !== undefined && ready && !open && hasMore && !reading
  useEffect(() => {
    if (isFurther) more()
  }, [isFurther, more])
  const columns = columnsOf(organization.databaseId, (delivery) =>
    navigate({ search: { delivery: delivery.databaseId } }),
  )
  return (
    <>
      <PageHeader
        title="Deliveries"
        lead="One-off analyses that were started with a webhook call it when they end. A call that fails is repeated for up to 24 hours."
      >
        {nodes.length > 0 && (
          <ExportMenu
            load={async () => {
              const rows = await readAll(client, PAGED)
              return {
                name: 'deliveries',
                columns,
                rows,
                simulated: rows.some(({ analysis }) => analysis.simulated),
              }
            }}
          />
        )}
      </PageHeader>
      {!mayRedeliver && <AdminsOnly what="send webhooks again and see or replace the signing secret" />}
      {error && !ready && <Failed error={error} retry={retry} />}
      {!error && !ready && <Skeleton height={200} />}
      {ready && nodes.length === 0 && (
        <Empty
          title="No delivery yet"
          text={
            <>
              Give a one-off analysis a webhook, and every call that it makes is listed here.{' '}
              <a href="/docs/api#webhooks">How webhooks work</a>
            </>
          }
        />
      )}
      {nodes.length > 0 && (
        <Table cards caption="Deliveries" columns={columns} rows={nodes} rowKey={({ id }) => id} />
      )}
      {hasMore && nodes.length > 0 && (
        <p className={styles.more}>
          <Button busy={reading} onClick={more}>
            Show more of {count(total ?? 0, 'delivery', 'deliveries')}
          </Button>
        </p>
      )}
      <WebhookSecret />
      {open && <DeliveryDialog delivery={open} onClose={() => navigate({ search: {} })} />}
    </>
  )
}

function columnsOf(organizationId: string, open: (delivery: DeliveryRow) => void): Column<DeliveryRow>[] {
  return [
    {
      id: 'event',
      title: 'Event',
      value: ({ event }) => event.toLowerCase(),
      cell: (delivery) => (
        <span className={styles.cell}>
          <button type="button" className={deliveryStyles.open} onClick={() => open(delivery)}>
            {EVENT_WORDS[delivery.event]}
          </button>
          <small className={styles.nowrap}>{dayAndTime(delivery.createdAt)}</small>
        </span>
      ),
    },
    {
      id: 'status',
      title: 'State',
      value: ({ status, nextAttemptAt }) => ({ now: status.toLowerCase(), next_attempt: nextAttemptAt }),
      cell: (delivery) => <DeliveryStatus delivery={delivery} />,
    },
    {
      id: 'last_answer',
      title: 'Last answer',
      value: ({ attempts }) => {
        const last = attempts.at(-1)
        return last ? outcomeOf(last) : null
      },
      cell: ({ attempts }) => {
        const last = attempts.at(-1)
        return last ? <span className={styles.wrap}>{outcomeOf(last)}</span> : '–'
      },
    },
    {
      id: 'attempts',
      title: 'Attempts',
      numeric: true,
      value: ({ attempts }) => attempts.length,
      cell: ({ attempts }) => number(attempts.length),
    },
    {
      id: 'analysis',
      title: 'Analysis of',
      value: ({ analysis: { databaseId, brandName } }) => ({ brand: brandName, id: databaseId }),
      cell: ({ analysis: { databaseId, brandName, project } }) =>
        project ? (
          <Link
            to="/organizations/$organizationId/projects/$projectId/analyses/$analysisId"
            params={{ organizationId, projectId: project.databaseId, analysisId: databaseId }}
            className={styles.wrap}
          >
            {brandName}
          </Link>
        ) : (
          <span className={styles.wrap}>{brandName}</span>
        ),
    },
    {
      id: 'url',
      title: 'Receiver',
      value: ({ url }) => url,
      cell: ({ url }) => <span className={styles.wrap}>{url}</span>,
    },
  ]
}
