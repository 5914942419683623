import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { Button } from '../../components/button.tsx'
import type { Column } from '../../components/column.ts'
import { actionsColumn, timeColumn } from '../../components/columns.tsx'
import { ExportMenu } from '../../components/export-menu.tsx'
import { PageHeader } from '../../components/page-header.tsx'
import { PagedTable } from '../../components/paged-table.tsx'
import { Message } from '../../components/states.tsx'
import { Table } from '../../components/table.tsx'
import { count, day } from '../../formatting/format.ts'
import { usePages } from '../../graphql/use-pages.ts'
import { useMay, useViewer } from '../../layout/viewer.ts'
import { AdminsOnly, adminsOnly } from './admins-only.tsx'
import { CreatedKey, CreateKey, type NewKey, RevokeKey } from './key-dialogs.tsx'
import { KEYS, type KeyRow, nameOf, scopesOf } from './key-list.ts'
import styles from './organization.module.css'

/** The organization's API keys, with revoked keys in a separate list. */
export function Keys() {
  const { organization } = useViewer()
  const mayManage = useMay('KEYS_MANAGE')
  const list = usePages({
    query: KEYS,
    variables: (after) => ({ first: 200, after }),
    connection: ({ viewer }) => viewer.organization.keys,
  })
  const [creating, setCreating] = useState(false)
  const [created, setCreated] = useState<NewKey | null>(null)
  const [revoking, setRevoking] = useState<KeyRow | null>(null)
  const valid = list.nodes.filter(({ revokedAt }) => !revokedAt)
  const revoked = list.nodes.filter(({ revokedAt }) => revokedAt)
  const columns = columnsOf(organization.databaseId)
  const create = (
    <Button kind="primary" {...adminsOnly(mayManage)} onClick={() => setCreating(true)}>
      New key
    </Button>
  )
  return (
    <>
      <PageHeader
        title="API keys"
        lead={
          <>
            Use a key to access the <a href="/docs/api">REST and GraphQL API</a> or to connect{' '}
            <a href="/docs/mcp">AI assistants over MCP</a>. Apps that you connect by signing in are listed
            here too.
          </>
        }
      >
        <ExportMenu name="keys" columns={[...columns, REVOKED_AT]} rows={list.all} />
        {create}
      </PageHeader>
      {!mayManage && <AdminsOnly what="create and revoke API keys" />}
      <PagedTable
        cards
        caption="Active keys"
        columns={[
          ...columns,
          actionsColumn<KeyRow>((row) => (
            <Button
              kind="quiet"
              {...adminsOnly(mayManage)}
              aria-label={`Revoke ${nameOf(row)}`}
              onClick={() => setRevoking(row)}
            >
              Revoke
            </Button>
          )),
        ]}
        list={list}
        rows={valid}
        noun="key"
        empty={
          <Message
            title={revoked.length > 0 ? 'No active keys' : 'No keys yet'}
            text="With an API key, programs read results and start analyses. The key is shown once, when you create it."
          >
            {mayManage && create}
          </Message>
        }
      />
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

const REVOKED_AT: Column<KeyRow> = timeColumn('revoked', 'Revoked', ({ revokedAt }) => revokedAt)

function columnsOf(organizationId: string): Column<KeyRow>[] {
  return [
    {
      id: 'key',
      title: 'Key',
      value: ({ name, prefix, connected }) => ({ name, prefix, connected }),
      cell: (key) => (
        <span className={styles.cell}>
          {key.name && <span className={styles.wrap}>{key.name}</span>}
          {key.connected ? 'Connected app' : <code className={styles.code}>{key.prefix}…</code>}
        </span>
      ),
    },
    {
      id: 'opens',
      title: 'Access',
      value: ({ kind, project }) => ({
        kind: kind.toLowerCase(),
        project: project?.displayName ?? null,
      }),
      cell: ({ project }) =>
        project ? (
          <Link
            to="/organizations/$organizationId/projects/$projectId/overview"
            params={{ organizationId, projectId: project.databaseId }}
            className={styles.wrap}
          >
            {project.displayName}
          </Link>
        ) : (
          'The organization'
        ),
    },
    {
      id: 'may',
      title: 'May',
      value: scopesOf,
      cell: scopesOf,
    },
    timeColumn('created', 'Created', ({ createdAt }) => createdAt, { format: day }),
    timeColumn('last_use', 'Last used', ({ lastUsedAt }) => lastUsedAt, { none: 'never' }),
  ]
}
