import { useState } from 'react'
import { useMutation, useQuery } from 'urql'
import { dayAndTime } from '../../figures/format.ts'
import { useMay } from '../../frame/viewer.ts'
import { graphql } from '../../graphql/graphql.ts'
import { problemOf } from '../../graphql/problem.ts'
import { Button } from '../../parts/button.tsx'
import type { Column } from '../../parts/column.ts'
import { FormDialog } from '../../parts/form-dialog.tsx'
import { Section } from '../../parts/page-header.tsx'
import { Failed, Skeleton } from '../../parts/states.tsx'
import { Table } from '../../parts/table.tsx'
import { ADMINS_ONLY } from './admins-only.tsx'
import dialogStyles from './dialogs.module.css'
import { INVITATIONS, type InvitationRow, ROLE_WORDS } from './member-list.ts'
import styles from './organization.module.css'

const REVOKE = graphql(`
  mutation RevokeInvitation($input: RevokeInvitationInput!) {
    revokeInvitation(input: $input) {
      revokedInvitationId
    }
  }
`)

/** Who was invited and has not joined yet. */
export function Invitations() {
  const [{ data, error }, retry] = useQuery({ query: INVITATIONS })
  const [revoking, setRevoking] = useState<InvitationRow | null>(null)
  const [, revoke] = useMutation(REVOKE)
  const mayManage = useMay('MEMBERS_MANAGE')
  const rows = data?.viewer.organization.invitations?.nodes
  const columns: Column<InvitationRow>[] = [
    {
      id: 'email',
      title: 'Address',
      value: ({ email }) => email,
      cell: ({ email }) => <span className={styles.wrap}>{email}</span>,
    },
    { id: 'role', title: 'Role', value: ({ role }) => ROLE_WORDS[role] },
    {
      id: 'invited',
      title: 'Invited',
      value: ({ createdAt }) => createdAt,
      cell: ({ createdAt }) => <span className={styles.nowrap}>{dayAndTime(createdAt)}</span>,
    },
    {
      id: 'expires',
      title: 'Link valid until',
      value: ({ expiresAt }) => expiresAt,
      cell: ({ expiresAt }) => (
        <span className={styles.nowrap}>
          {new Date(expiresAt) < new Date() ? 'expired: invite again' : dayAndTime(expiresAt)}
        </span>
      ),
    },
    {
      id: 'actions',
      title: 'Actions',
      inCard: 'corner',
      header: <span className="visually-hidden">Actions</span>,
      value: () => null,
      cell: (row) => (
        <span className={styles.right}>
          <Button
            kind="quiet"
            disabled={!mayManage}
            aria-describedby={mayManage ? undefined : ADMINS_ONLY}
            aria-label={`Revoke the invitation of ${row.email}`}
            onClick={() => setRevoking(row)}
          >
            Revoke
          </Button>
        </span>
      ),
    },
  ]
  return (
    <Section title="Invitations" note="Not accepted yet. Inviting the same address again replaces its link.">
      {error && !data && <Failed error={error} retry={() => retry({ requestPolicy: 'network-only' })} />}
      {!error && !data && <Skeleton height={80} />}
      {rows?.length === 0 && <p className={styles.muted}>Nobody is invited at the moment.</p>}
      {rows && rows.length > 0 && (
        <Table cards caption="Invitations" columns={columns} rows={rows} rowKey={({ id }) => id} />
      )}
      {revoking && (
        <FormDialog
          title="Revoke this invitation?"
          action="Revoke"
          kind="danger"
          onClose={() => setRevoking(null)}
          send={async () => problemOf((await revoke({ input: { invitationId: revoking.databaseId } })).error)}
        >
          <p className={dialogStyles.text}>
            The link that {revoking.email} has been given no longer opens anything.
          </p>
        </FormDialog>
      )}
    </Section>
  )
}
