import { useState } from 'react'
import { useMutation } from 'urql'
import { Button } from '../../components/button.tsx'
import type { Column } from '../../components/column.ts'
import { actionsColumn, numberColumn, textColumn, timeColumn } from '../../components/columns.tsx'
import { Field } from '../../components/field.tsx'
import { FormDialog } from '../../components/form-dialog.tsx'
import { ShownOnce } from '../../components/shown-once.tsx'
import { Message } from '../../components/states.tsx'
import { Table } from '../../components/table.tsx'
import { day } from '../../formatting/format.ts'
import { graphql, type ResultOf } from '../../graphql/graphql.ts'
import { problemOf } from '../../graphql/problem.ts'
import { adminsOnly } from '../organization/admins-only.tsx'
import styles from './settings.module.css'

/** The links to reports of a project. */
export const SHARE_LINKS = graphql(`
  fragment ProjectShareLinks on Project @_unmask {
    id
    databaseId
    latestRun {
      id
      databaseId
    }
    shareLinks {
      id
      databaseId
      name
      runId
      status
      hasPassword
      createdAt
      expiresAt
      viewCount
      lastViewedAt
    }
  }
`)

const CREATE = graphql(`
  mutation CreateShareLink($input: CreateShareLinkInput!) {
    createShareLink(input: $input) {
      url
      shareLink {
        id
      }
    }
  }
`)

const REVOKE = graphql(`
  mutation RevokeShareLink($input: RevokeShareLinkInput!) {
    revokeShareLink(input: $input) {
      shareLink {
        id
        status
      }
    }
  }
`)

type ShareLink = NonNullable<ResultOf<typeof SHARE_LINKS>['shareLinks']>[number]

/** Lists the links to reports of the project. Admins create and revoke them. */
export function ShareLinks({
  settings,
  mayManage,
}: {
  settings: ResultOf<typeof SHARE_LINKS>
  mayManage: boolean
}) {
  const [creating, setCreating] = useState(false)
  const [created, setCreated] = useState<string | null>(null)
  const [revoking, setRevoking] = useState<ShareLink | null>(null)
  const links = settings.shareLinks ?? []
  const create = (
    <Button kind="primary" {...adminsOnly(mayManage)} onClick={() => setCreating(true)}>
      Share a report
    </Button>
  )
  return (
    <div className={styles.webhooks}>
      <h2>Shared links</h2>
      <p>Everybody who has a link can read its report without an account, until it expires or is revoked.</p>
      {links.length === 0 ? (
        <Message
          title="Nothing is shared"
          text="Create a link to show a report to people without an account."
        >
          {mayManage && create}
        </Message>
      ) : (
        <>
          <Table
            cards
            caption="Shared links"
            columns={[
              ...COLUMNS,
              actionsColumn<ShareLink>((link) =>
                link.status === 'ACTIVE' ? (
                  <Button
                    kind="quiet"
                    {...adminsOnly(mayManage)}
                    aria-label={`Revoke ${link.name}`}
                    onClick={() => setRevoking(link)}
                  >
                    Revoke
                  </Button>
                ) : null,
              ),
            ]}
            rows={links}
            rowKey={({ id }) => id}
          />
          <div>{create}</div>
        </>
      )}
      {creating && (
        <CreateShareLink
          projectId={settings.databaseId}
          runId={settings.latestRun?.databaseId ?? null}
          onCreated={setCreated}
          onClose={() => setCreating(false)}
        />
      )}
      {created !== null && (
        <ShownOnce
          title="The link"
          text="Copy the link now. It is not shown again."
          secret={new URL(created, location.origin).href}
          onClose={() => setCreated(null)}
        />
      )}
      {revoking && <RevokeShareLink link={revoking} onClose={() => setRevoking(null)} />}
    </div>
  )
}

const STATUSES = { ACTIVE: 'Active', EXPIRED: 'Expired', REVOKED: 'Revoked' } as const

const COLUMNS: Column<ShareLink>[] = [
  textColumn('name', 'Name', ({ name }) => name),
  textColumn('report', 'Report', ({ runId }) => (runId === null ? 'Latest run' : 'One run')),
  textColumn('status', 'Status', ({ status }) => STATUSES[status]),
  textColumn('password', 'Password', ({ hasPassword }) => (hasPassword ? 'Yes' : 'No')),
  timeColumn('expires', 'Expires', ({ expiresAt }) => expiresAt, { format: day }),
  numberColumn('views', 'Views', ({ viewCount }) => viewCount),
  timeColumn('viewed', 'Last viewed', ({ lastViewedAt }) => lastViewedAt, { format: day }),
]

function CreateShareLink({
  projectId,
  runId,
  onCreated,
  onClose,
}: {
  projectId: string
  /** The latest ended run; null if no run has ended. */
  runId: string | null
  onCreated: (url: string) => void
  onClose: () => void
}) {
  const [, create] = useMutation(CREATE)
  return (
    <FormDialog
      title="Share a report"
      action="Create link"
      onClose={onClose}
      send={async (typed) => {
        const password = String(typed.get('password'))
        const { data, error } = await create({
          input: {
            projectId,
            name: String(typed.get('name')).trim(),
            expiresInDays: Number(typed.get('expiresInDays')),
            ...(password !== '' && { password }),
            ...(typed.get('frozen') !== null && runId !== null && { runId }),
          },
        })
        if (data) onCreated(data.createShareLink.url)
        return problemOf(error)
      }}
    >
      {(errors) => (
        <>
          <Field
            label="Name"
            name="name"
            hint="For this list only. The page does not show it."
            autoFocus
            required
            maxLength={100}
            autoComplete="off"
            errors={errors.name}
          />
          <Field
            label="Days until it expires"
            name="expiresInDays"
            type="number"
            min={1}
            max={365}
            defaultValue={30}
            required
            errors={errors.expiresInDays}
          />
          <Field
            label="Password (optional)"
            name="password"
            type="password"
            minLength={8}
            autoComplete="new-password"
            hint="At least 8 characters. Send it separately from the link."
            errors={errors.password}
          />
          {runId !== null && (
            <label className={styles.check}>
              <input type="checkbox" name="frozen" />
              Keep showing the latest run of today, even after the next run
            </label>
          )}
        </>
      )}
    </FormDialog>
  )
}

function RevokeShareLink({ link, onClose }: { link: ShareLink; onClose: () => void }) {
  const [, revoke] = useMutation(REVOKE)
  return (
    <FormDialog
      title="Revoke this link?"
      action="Revoke"
      kind="danger"
      onClose={onClose}
      send={async () => problemOf((await revoke({ input: { shareLinkId: link.databaseId } })).error)}
    >
      <p className={styles.wrap}>“{link.name}” will no longer show the report. This cannot be undone.</p>
    </FormDialog>
  )
}
