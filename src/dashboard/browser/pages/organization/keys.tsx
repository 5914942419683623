import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { count, day, dayAndTime } from '../../figures/format.ts'
import { useMay, useViewer } from '../../frame/viewer.ts'
import { usePages } from '../../graphql/use-pages.ts'
import { Button } from '../../parts/button.tsx'
import type { Column } from '../../parts/column.ts'
import { ExportMenu } from '../../parts/export-menu.tsx'
import { PageHeader } from '../../parts/page-header.tsx'
import { Empty, Failed, Skeleton } from '../../parts/states.tsx'
import { Table } from '../../parts/table.tsx'
import { ADMINS_ONLY, AdminsOnly } from './admins-only.tsx'
import { CreatedKey, CreateKey, type NewKey, RevokeKey } from './key-dialogs.tsx'
import { KEYS, type KeyRow, nameOf } from './key-list.ts'
import styles from './organization.module.css'

/** The API keys of the organization: those that are valid, and below them those that were revoked. */
export function Keys() {
  const { organization } = useViewer()
  const mayManage = useMay('KEYS_MANAGE')
  const { nodes, total, ready, error, hasMore, reading, more, retry } = usePages({
    query: KEYS,
    variables: (after) => ({ first: 200, after }),
    connection: ({ viewer }) => viewer.organization.keys,
    key: '',
  })
  const [creating, setCreating] = useState(false)
  const [created, setCreated] = useState<NewKey | null>(null)
  const [revoking, setRevoking] = useState<KeyRow | null>(null)
  const valid = nodes.filter(({ revokedAt }) => !revokedAt)
  const revoked = nodes.filter(({ revokedAt }) => revokedAt)
  const columns = columnsOf(organization.databaseId)
  const create = (
    <Button
      kind="primary"
      disabled={!mayManage}
      aria-describedby={mayManage ? undefined : ADMINS_ONLY}
      onClick={() => setCreating(true)}
    >
      New key
    </Button>
  )
  return (
    <>
      <PageHeader
        title="Keys"
        lead={
          <>
            Programs use the <a href="/docs/api">REST and GraphQL API</a> and{' '}
            <a href="/docs/mcp">assistants over MCP</a> with a key.
          </>
        }
      >
        {ready && !hasMore && (
          <ExportMenu
            load={() => ({
              name: 'keys',
              columns: [...columns, REVOKED_AT],
              rows: nodes,
              simulated: false,
            })}
          />
        )}
        {create}
      </PageHeader>
      {!mayManage && <AdminsOnly what="create and revoke keys" />}
      {error && !ready && <Failed error={error} retry={retry} />}
      {!error && !ready && <Skeleton height={200} />}
      {ready && valid.length === 0 && (
        <Empty
          title={revoked.length > 0 ? 'No valid key' : 'No key yet'}
          text="With a key, programs read results and start analyses. Each is shown once, when it is created."
        >
          {mayManage && create}
        </Empty>
      )}
      {valid.length > 0 && (
        <Table
          cards
          caption="Valid keys"
          columns={[
            ...columns,
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
                    aria-label={`Revoke ${nameOf(row)}`}
                    onClick={() => setRevoking(row)}
                  >
                    Revoke
                  </Button>
                </span>
              ),
            },
          ]}
          rows={valid}
          rowKey={({ id }) => id}
        />
      )}
      {hasMore && ready && (
        <p className={styles.more}>
          <Button busy={reading} onClick={more}>
            Show more of {count(total ?? 0, 'key')}
          </Button>
        </p>
      )}
      {revoked.length > 0 && (
        <details className={styles.past}>
          <summary>{count(revoked.length, 'revoked key')}</summary>
          <Table
            cards
            caption="Revoked keys"
            columns={[...columns, REVOKED_AT]}
            rows={revoked}
            rowKey={({ id }) => id}
          />
        </details>
      )}
      {creating && <CreateKey onCreated={setCreated} onClose={() => setCreating(false)} />}
      {created && !creating && <CreatedKey created={created} onClose={() => setCreated(null)} />}
      {revoking && <RevokeKey apiKey={revoking} onClose={() => setRevoking(null)} />}
    </>
  )
}

const REVOKED_AT: Column<KeyRow> = {
  id: 'revoked',
  title: 'Revoked',
  value: ({ revokedAt }) => revokedAt,
  cell: ({ revokedAt }) => <span className={styles.nowrap}>{dayAndTime(revokedAt)}</span>,
}

function columnsOf(organizationId: string): Column<KeyRow>[] {
  return [
    {
      id: 'key',
      title: 'Key',
      value: ({ name, prefix }) => ({ name, prefix }),
      cell: (key) => (
        <span className={styles.cell}>
          {key.name && <span className={styles.wrap}>{key.name}</span>}
          <code className={styles.code}>{key.prefix}…</code>
        </span>
      ),
    },
    {
      id: 'opens',
      title: 'Opens',
      value: ({ scope, project, admin }) => ({
        scope: scope.toLowerCase(),
        project: project?.displayName ?? null,
        admin,
      }),
      cell: ({ project, admin }) =>
        project ? (
          <Link
            to="/organizations/$organizationId/projects/$projectId/overview"
            params={{ organizationId, projectId: project.databaseId }}
            className={styles.wrap}
          >
            {project.displayName}
          </Link>
        ) : (
          <span className={styles.cell}>
            The organization
            {admin && <small>administrator: also creates and deletes projects</small>}
          </span>
        ),
    },
    {
      id: 'created',
      title: 'Created',
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
          <span className={styles.muted}>never</span>
        ),
    },
  ]
}
