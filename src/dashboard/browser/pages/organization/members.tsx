import { type ReactNode, useState } from 'react'
import { Button } from '../../components/button.tsx'
import type { Column } from '../../components/column.ts'
import { actionsColumn, timeColumn } from '../../components/columns.tsx'
import { ExportMenu } from '../../components/export-menu.tsx'
import { Menu, MenuItem } from '../../components/menu.tsx'
import { PageHeader } from '../../components/page-header.tsx'
import { PagedTable } from '../../components/paged-table.tsx'
import { ShownOnce } from '../../components/shown-once.tsx'
import { count, day } from '../../formatting/format.ts'
import { usePages } from '../../graphql/use-pages.ts'
import { useMay, useViewer } from '../../layout/viewer.ts'
import { AdminsOnly, adminsOnly } from './admins-only.tsx'
import { Invitations } from './invitations.tsx'
import { ChangeRole, InviteMember, RemoveMember, SendReset, type SentLink } from './member-dialogs.tsx'
import { MEMBERS, type MemberRow, ROLE_WORDS } from './member-list.ts'
import styles from './organization.module.css'

/** The open dialog. */
type Asking = { what: 'invite' } | { what: 'role' | 'reset' | 'remove'; member: MemberRow }

/** The organization's members and invitations. */
export function Members() {
  const { member: self } = useViewer()
  const mayManage = useMay('MEMBERS_MANAGE')
  const list = usePages({
    query: MEMBERS,
    variables: (after) => ({ first: 100, after }),
    connection: ({ viewer }) => viewer.organization.members,
  })
  const [asking, setAsking] = useState<Asking | null>(null)
  const [sent, setSent] = useState<SentLink | null>(null)
  const close = () => setAsking(null)
  const columns = columnsOf(self?.id, (member) => (
    <Menu label="⋯" name={`Actions for ${member.name}`} kind="quiet" disabled={!mayManage}>
      <MenuItem onClick={() => setAsking({ what: 'role', member })}>
        Make {member.role === 'ADMIN' ? 'member' : 'administrator'} …
      </MenuItem>
      <MenuItem onClick={() => setAsking({ what: 'reset', member })}>Reset password …</MenuItem>
      <MenuItem onClick={() => setAsking({ what: 'remove', member })}>
        {member.id === self?.id ? 'Leave …' : 'Remove …'}
      </MenuItem>
    </Menu>
  ))
  return (
    <>
      <PageHeader
        title="Members"
        lead={list.total !== null && `${count(list.total, 'person', 'people')} can sign in.`}
      >
        <ExportMenu name="members" columns={columns} rows={list.all} />
        <Button kind="primary" {...adminsOnly(mayManage)} onClick={() => setAsking({ what: 'invite' })}>
          Invite
        </Button>
      </PageHeader>
      {!mayManage && <AdminsOnly what="invite and remove people and change their roles" />}
      {sent && sent.link === null && (
        <p role="status" className={styles.reason}>
          The link was sent to {sent.email}.
        </p>
      )}
      <PagedTable cards caption="Members" columns={columns} list={list} noun="member" />
      <Invitations />
      {asking?.what === 'invite' && <InviteMember onSent={setSent} onClose={close} />}
      {asking?.what === 'role' && <ChangeRole member={asking.member} onClose={close} />}
      {asking?.what === 'remove' && <RemoveMember member={asking.member} onClose={close} />}
      {asking?.what === 'reset' && <SendReset member={asking.member} onSent={setSent} onClose={close} />}
      {sent?.link && !asking && (
        <ShownOnce
          title={sent.purpose === 'invitation' ? 'Share this invitation' : 'Share this link'}
          text={
            <>
              This installation does not send email. Send the link to {sent.email} yourself. It works once,
              expires after {sent.purpose === 'invitation' ? '7 days' : '24 hours'}, and is not shown again.
            </>
          }
          secret={sent.link}
          onClose={() => setSent(null)}
        />
      )}
    </>
  )
}

function columnsOf(
  selfId: string | undefined,
  actions: (member: MemberRow) => ReactNode,
): Column<MemberRow>[] {
  return [
    {
      id: 'member',
      title: 'Member',
      value: ({ name, email }) => ({ name, email }),
      cell: ({ id, name, email }) => (
        <span className={styles.cell}>
          <span className={styles.wrap}>
            {name} {id === selfId && <span className={styles.muted}>(you)</span>}
          </span>
          <small className={styles.wrap}>{email}</small>
        </span>
      ),
    },
    { id: 'role', title: 'Role', value: ({ role }) => ROLE_WORDS[role] },
    {
      id: 'two_factor',
      title: 'Two-factor',
      value: ({ twoFactorEnabled }) => (twoFactorEnabled ? 'on' : 'off'),
    },
    timeColumn('joined', 'Joined', ({ createdAt }) => createdAt, { format: day }),
    timeColumn('last_use', 'Last active', ({ lastUsedAt }) => lastUsedAt, { none: 'not signed in' }),
    actionsColumn(actions),
  ]
}
