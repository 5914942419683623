import { type ReactNode, useState } from 'react'
import { useClient } from 'urql'
import { count, day, dayAndTime } from '../../figures/format.ts'
import { useMay, useViewer } from '../../frame/viewer.ts'
import type { ResultOf } from '../../graphql/graphql.ts'
import { readAll } from '../../graphql/pager.ts'
import { usePages } from '../../graphql/use-pages.ts'
import { Button } from '../../parts/button.tsx'
import type { Column } from '../../parts/column.ts'
import { ExportMenu } from '../../parts/export-menu.tsx'
import { Menu, MenuItem } from '../../parts/menu.tsx'
import { PageHeader } from '../../parts/page-header.tsx'
import { ShownOnce } from '../../parts/shown-once.tsx'
import { Failed, Skeleton } from '../../parts/states.tsx'
import { Table } from '../../parts/table.tsx'
import { ADMINS_ONLY, AdminsOnly } from './admins-only.tsx'
import { Invitations } from './invitations.tsx'
import { ChangeRole, InviteMember, RemoveMember, SendReset, type SentLink } from './member-dialogs.tsx'
import { MEMBERS, type MemberRow, ROLE_WORDS } from './member-list.ts'
import styles from './organization.module.css'

const PAGED = {
  query: MEMBERS,
  variables: (after: string | null) => ({ first: 100, after }),
  connection: ({ viewer }: ResultOf<typeof MEMBERS>) => viewer.organization.members,
}

/** What is asked in a dialog. */
type Asking = { what: 'invite' } | { what: 'role' | 'reset' | 'remove'; member: MemberRow }

/** Who belongs to the organization, and who was invited. */
export function Members() {
  const { member: self } = useViewer()
  const mayManage = useMay('MEMBERS_MANAGE')
  const client = useClient()
  const { nodes, total, ready, error, hasMore, reading, more, retry } = usePages({ ...PAGED, key: '' })
  const [asking, setAsking] = useState<Asking | null>(null)
  const [sent, setSent] = useState<SentLink | null>(null)
  const close = () => setAsking(null)
  const columns = columnsOf(self?.id, (member) => (
    <Menu label="⋯" name={`Actions for ${member.name}`} kind="quiet" disabled={!mayManage}>
      <MenuItem onClick={() => setAsking({ what: 'role', member })}>
        Make {member.role === 'ADMIN' ? 'member' : 'administrator'} …
      </MenuItem>
      <MenuItem onClick={() => setAsking({ what: 'reset', member })}>Link for a new password …</MenuItem>
      <MenuItem onClick={() => setAsking({ what: 'remove', member })}>
        {member.id === self?.id ? 'Leave …' : 'Remove …'}
      </MenuItem>
    </Menu>
  ))
  return (
    <>
      <PageHeader title="Members" lead={total !== null && `${count(total, 'person', 'people')} can sign in.`}>
        <ExportMenu
          load={async () => ({
            name: 'members',
            columns: columns.slice(0, -1),
            rows: await readAll(client, PAGED),
            simulated: false,
          })}
        />
        <Button
          kind="primary"
          disabled={!mayManage}
          aria-describedby={mayManage ? undefined : ADMINS_ONLY}
          onClick={() => setAsking({ what: 'invite' })}
        >
          Invite
        </Button>
      </PageHeader>
      {!mayManage && <AdminsOnly what="invite and remove people and change their roles" />}
      {sent && sent.link === null && (
        <p role="status" className={styles.reason}>
          The link was sent to {sent.email}.
        </p>
      )}
      {error && !ready && <Failed error={error} retry={retry} />}
      {!error && !ready && <Skeleton height={180} />}
      {nodes.length > 0 && (
        <Table cards caption="Members" columns={columns} rows={nodes} rowKey={({ id }) => id} />
      )}
      {hasMore && nodes.length > 0 && (
        <p className={styles.more}>
          <Button busy={reading} onClick={more}>
            Show more of {count(total ?? 0, 'member')}
          </Button>
        </p>
      )}
      <Invitations />
      {asking?.what === 'invite' && <InviteMember onSent={setSent} onClose={close} />}
      {asking?.what === 'role' && <ChangeRole member={asking.member} onClose={close} />}
      {asking?.what === 'remove' && <RemoveMember member={asking.member} onClose={close} />}
      {asking?.what === 'reset' && <SendReset member={asking.member} onSent={setSent} onClose={close} />}
      {sent?.link && !asking && (
        <ShownOnce
          title={sent.purpose === 'invitation' ? 'Pass this invitation on' : 'Pass this link on'}
          text={
            <>
              This installation sends no mail. Give the link to {sent.email} yourself: it works once,{' '}
              {sent.purpose === 'invitation' ? 'for 7 days' : 'for 24 hours'}, and is not shown again.
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
      id: 'joined',
      title: 'Joined',
      value: ({ createdAt }) => createdAt,
      cell: ({ createdAt }) => <span className={styles.nowrap}>{day(createdAt)}</span>,
    },
    {
      id: 'last_use',
      title: 'Last use',
      value: ({ lastUsedAt }) => lastUsedAt,
      cell: ({ lastUsedAt }) =>
        lastUsedAt ? (
          <span className={styles.nowrap}>{dayAndTime(lastUsedAt)}</span>
        ) : (
          <span className={styles.muted}>not signed in</span>
        ),
    },
    {
      id: 'actions',
      title: 'Actions',
      inCard: 'corner',
      header: <span className="visually-hidden">Actions</span>,
      value: () => null,
      cell: (member) => <span className={styles.right}>{actions(member)}</span>,
    },
  ]
}
