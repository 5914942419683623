import type { Column } from '../../components/column.ts'
import { textColumn, timeColumn } from '../../components/columns.tsx'
import { Table } from '../../components/table.tsx'
import { dayAndTime } from '../../formatting/format.ts'
import { graphql, type ResultOf } from '../../graphql/graphql.ts'
import { useMay } from '../../layout/viewer.ts'
import { AdminsOnly } from '../organization/admins-only.tsx'
import { BRANDING, BrandingForm } from './branding-form.tsx'
import { REPORT_SCHEDULE, ReportScheduleForm } from './report-schedule-form.tsx'
import styles from './settings.module.css'
import { SHARE_LINKS, ShareLinks } from './share-links.tsx'

/** The scheduled reports of a project, the emails that were sent, and the links to reports. */
export const REPORTS = graphql(
  `
    fragment ProjectReports on Project @_unmask {
      id
      ...ReportScheduleSettings
      ...ProjectShareLinks
      organization {
        ...OrganizationBranding
      }
      reportDeliveries {
        databaseId
        email
        status
        test
        runId
        periodEnd
        error
      }
    }
  `,
  [REPORT_SCHEDULE, SHARE_LINKS, BRANDING],
)

type Delivery = NonNullable<ResultOf<typeof REPORTS>['reportDeliveries']>[number]

const STATUSES = {
  PENDING: 'Waiting',
  SENT: 'Sent',
  FAILED: 'Failed',
  UNSUBSCRIBED: 'Not sent: unsubscribed',
} as const

const COLUMNS: Column<Delivery>[] = [
  textColumn('email', 'Recipient', ({ email }) => email),
  timeColumn('due', 'Due', ({ periodEnd }) => periodEnd, { format: dayAndTime }),
  textColumn('report', 'Report', ({ test, runId }) =>
    runId === null ? 'No run in the period' : test ? 'Test' : 'Latest run',
  ),
  textColumn('status', 'Status', ({ status, error }) =>
    error === null ? STATUSES[status] : `${STATUSES[status]}: ${error}`,
  ),
]

/** The tab for reports by email and shared links. */
export function Reports({ settings }: { settings: ResultOf<typeof REPORTS> }) {
  const mayManage = useMay('REPORTS_MANAGE')
  const mayBrand = useMay('ORGANIZATION_ADMIN')
  const deliveries = settings.reportDeliveries ?? []
  return (
    <div className={styles.parts}>
      {!mayManage && <AdminsOnly what="schedule and share reports" />}
      <ReportScheduleForm settings={settings} mayManage={mayManage} />
      {deliveries.length > 0 && (
        <div className={styles.webhooks}>
          <h2>Sent reports</h2>
          <Table
            cards
            caption="Sent reports"
            columns={COLUMNS}
            rows={deliveries}
            rowKey={({ databaseId }) => databaseId}
          />
        </div>
      )}
      <ShareLinks settings={settings} mayManage={mayManage} />
      <BrandingForm organization={settings.organization} mayManage={mayBrand} />
    </div>
  )
}
