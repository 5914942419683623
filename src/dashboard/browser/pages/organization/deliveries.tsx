import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { useEffect } from 'react'
import type { Column } from '../../components/column.ts'
import { numberColumn, textColumn } from '../../components/columns.tsx'
import { ExportMenu } from '../../components/export-menu.tsx'
import { PageHeader } from '../../components/page-header.tsx'
import { PagedTable } from '../../components/paged-table.tsx'
import { Message } from '../../components/states.tsx'
import { dayAndTime } from '../../formatting/format.ts'
import { usePages } from '../../graphql/use-pages.ts'
import { useMay, useViewer } from '../../layout/viewer.ts'
import { AdminsOnly } from './admins-only.tsx'
import deliveryStyles from './deliveries.module.css'
import { DeliveryDialog } from './delivery-dialog.tsx'
import { DELIVERIES, type DeliveryRow, EVENT_WORDS, outcomeOf } from './delivery-list.ts'
import { DeliveryStatus } from './delivery-status.tsx'
import styles from './organization.module.css'
import { useDueAttempts } from './use-due-attempts.ts'
import { WebhookSecret } from './webhook-secret.tsx'

/** Webhook deliveries with their attempts, and the signing secret. */
export function Deliveries() {
  const { organization } = useViewer()
  const mayRedeliver = useMay('WEBHOOKS_REDELIVER')
  const { delivery: openId } = useSearch({ from: '/organizations/$organizationId/deliveries' })
  const navigate = useNavigate({ from: '/organizations/$organizationId/deliveries' })
  const list = usePages({
    query: DELIVERIES,
    variables: (after) => ({ first: 50, after }),
    connection: ({ viewer }) => viewer.organization.webhookDeliveries,
  })
  const { nodes, ready, hasMore, reading, more } = list
  useDueAttempts(nodes)
  const open = nodes.find(({ databaseId }) => databaseId === openId)
  const isOnLaterPage = openId !== undefined && ready && !open && hasMore && !reading
  useEffect(() => {
    if (isOnLaterPage) more()
  }, [isOnLaterPage, more])
  const columns = columnsOf(organization.databaseId, (delivery) =>
    navigate({ search: { delivery: delivery.databaseId } }),
  )
  return (
    <>
      <PageHeader
        title="Webhooks"
        lead="Webhooks are called when a run or a one-off analysis ends, or alerts are raised. Failed calls are retried for up to 24 hours."
      >
        {nodes.length > 0 && (
          <ExportMenu
            name="deliveries"
            columns={columns}
            rows={list.all}
            simulated={({ analysis }) => analysis?.simulated ?? false}
          />
        )}
      </PageHeader>
      {!mayRedeliver && <AdminsOnly what="resend webhooks and view or replace the signing secret" />}
      <PagedTable
        cards
        caption="Webhook deliveries"
        columns={columns}
        list={list}
        noun="delivery"
        plural="deliveries"
        empty={
          <Message
            title="No deliveries yet"
            text={
              <>
                Add a webhook to a one-off analysis, or in the settings of a project. Its calls are listed
                here. <a href="/docs/api#webhooks">How webhooks work</a>
              </>
            }
          />
        }
      />
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
      title: 'Status',
      value: ({ status, nextAttemptAt }) => ({ now: status.toLowerCase(), next_attempt: nextAttemptAt }),
      cell: (delivery) => <DeliveryStatus delivery={delivery} />,
    },
    textColumn('last_answer', 'Last response', ({ attempts }) => {
      const last = attempts.at(-1)
      return last ? outcomeOf(last) : null
    }),
    numberColumn('attempts', 'Attempts', ({ attempts }) => attempts.length),
    {
      id: 'analysis',
      title: 'Analysis',
      value: ({ analysis }) => analysis && { brand: analysis.brandName, id: analysis.databaseId },
      cell: ({ analysis }) =>
        analysis && <AnalysisLink organizationId={organizationId} analysis={analysis} />,
    },
    textColumn('url', 'URL', ({ url }) => url),
  ]
}

/** The brand of a run or an analysis, as a link to its page if it belongs to a project. */
function AnalysisLink({
  organizationId,
  analysis: { __typename: type, databaseId, brandName, project },
}: {
  organizationId: string
  analysis: NonNullable<DeliveryRow['analysis']>
}) {
  if (!project) return <span className={styles.wrap}>{brandName}</span>
  const params = { organizationId, projectId: project.databaseId }
  return type === 'AnalysisRun' ? (
    <Link
      to="/organizations/$organizationId/projects/$projectId/runs/$runId"
      params={{ ...params, runId: databaseId }}
      className={styles.wrap}
    >
      {brandName}
    </Link>
  ) : (
    <Link
      to="/organizations/$organizationId/projects/$projectId/analyses/$analysisId"
      params={{ ...params, analysisId: databaseId }}
      className={styles.wrap}
    >
      {brandName}
    </Link>
  )
}
