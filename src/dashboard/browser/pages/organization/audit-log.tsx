import type { Column } from '../../components/column.ts'
import { timeColumn } from '../../components/columns.tsx'
import { ExportMenu } from '../../components/export-menu.tsx'
import { PageHeader } from '../../components/page-header.tsx'
import { PagedTable } from '../../components/paged-table.tsx'
import { Message } from '../../components/states.tsx'
import { usePages } from '../../graphql/use-pages.ts'
import { useMay } from '../../layout/viewer.ts'
import { AdminsOnly } from './admins-only.tsx'
import { ACTION_WORDS, AUDIT_LOG, actorOf, type Entry } from './audit-entries.ts'

const COLUMNS: Column<Entry>[] = [
  timeColumn('at', 'Date', ({ at }) => at),
  {
    id: 'action',
    title: 'What',
    inCard: 'title',
    value: ({ action, target }) => ({ action: action.toLowerCase(), target }),
    cell: ({ action, target }) => (target ? `${ACTION_WORDS[action]}: ${target}` : ACTION_WORDS[action]),
  },
  { id: 'actor', title: 'Who', value: actorOf },
  { id: 'address', title: 'From', value: ({ address }) => address },
]

/** Security events and changes of settings of the organization, newest first. */
export function AuditLog() {
  const mayRead = useMay('AUDIT_READ')
  return (
    <>
      {mayRead ? (
        <Entries />
      ) : (
        <>
          <PageHeader title="Audit log" />
          <AdminsOnly what="read the audit log" />
        </>
      )}
    </>
  )
}

function Entries() {
  const list = usePages({
    query: AUDIT_LOG,
    variables: (after) => ({ first: 50, after }),
    connection: ({ viewer }) => viewer.organization.auditLog,
  })
  return (
    <>
      <PageHeader title="Audit log" lead="Sign-ins, changes of access and of settings, of the last 400 days.">
        {list.nodes.length > 0 && <ExportMenu name="audit-log" columns={COLUMNS} rows={list.all} />}
      </PageHeader>
      <PagedTable
        cards
        caption="Audit log"
        columns={COLUMNS}
        list={list}
        noun="entry"
        plural="entries"
        empty={<Message title="No entries yet" text="Sign-ins and changes of settings appear here." />}
      />
    </>
  )
}
