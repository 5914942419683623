import { useState } from 'react'
import { useMutation, useQuery } from 'urql'
import { Button } from '../../components/button.tsx'
import type { Column } from '../../components/column.ts'
import { actionsColumn, textColumn, timeColumn } from '../../components/columns.tsx'
import { FormDialog } from '../../components/form-dialog.tsx'
import { Section } from '../../components/page-header.tsx'
import { Pending } from '../../components/states.tsx'
import { Table } from '../../components/table.tsx'
import { dayAndTime } from '../../formatting/format.ts'
import { graphql } from '../../graphql/graphql.ts'
import { problemOf } from '../../graphql/problem.ts'
import { useMay } from '../../layout/viewer.ts'
import { adminsOnly } from './admins-only.tsx'
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

/** Invitations that have not been accepted yet. */
export function Invitations() {
  const [{ data, error }, retry] = useQuery({ query: INVITATIONS })
  const [revoking, setRevoking] = useState<InvitationRow | null>(null)
  const [, revoke] = useMutation(REVOKE)
  const mayManage = useMay('MEMBERS_MANAGE')
  const rows = data?.viewer.organization.invitations?.nodes
  const columns: Column<InvitationRow>[] = [
    textColumn('email', 'Email', ({ email }) => email),
    { id: 'role', title: 'Role', value: ({ role }) => ROLE_WORDS[role] },
    timeColumn('invited', 'Invited', ({ createdAt }) => createdAt),
    timeColumn('expires', 'Expires', ({ expiresAt }) => expiresAt, {
      format: (time) => (new Date(time) < new Date() ? 'expired, invite again' : dayAndTime(time)),
    }),
    actionsColumn((row) => (
      <Button
        kind="quiet"
        {...adminsOnly(mayManage)}
        aria-label={`Revoke the invitation for ${row.email}`}
        onClick={() => setRevoking(row)}
      >
        Revoke
      </Button>
    )),
  ]
  return (
    <Section title="Invitations" note="Not accepted yet. Inviting the same address again replaces the link.">
      {!data && <Pending error={error} retry={retry} height={80} />}
      {rows?.length === 0 && <p className={styles.muted}>No pending invitations.</p>}
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
          <p className={dialogStyles.text}>The invitation link sent to {revoking.email} will stop working.</p>
        </FormDialog>
      )}
    </Section>
  )
}
