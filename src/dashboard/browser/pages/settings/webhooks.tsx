import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useMutation } from 'urql'
import { Button } from '../../components/button.tsx'
import type { Column } from '../../components/column.ts'
import { actionsColumn, textColumn, timeColumn } from '../../components/columns.tsx'
import { Field } from '../../components/field.tsx'
import { FormDialog } from '../../components/form-dialog.tsx'
import { Message } from '../../components/states.tsx'
import { Table } from '../../components/table.tsx'
import { day } from '../../formatting/format.ts'
import { graphql, type ResultOf } from '../../graphql/graphql.ts'
import { problemOf } from '../../graphql/problem.ts'
import { useMay, useViewer } from '../../layout/viewer.ts'
import { AdminsOnly, adminsOnly } from '../organization/admins-only.tsx'
import styles from './settings.module.css'

/** The webhooks of a project. */
export const WEBHOOKS = graphql(`
  fragment ProjectWebhooks on Project @_unmask {
    id
    databaseId
    webhooks {
      id
      databaseId
      url
      active
      createdAt
    }
  }
`)

const CREATE = graphql(`
  mutation CreateWebhook($input: CreateWebhookInput!) {
    createWebhook(input: $input) {
      webhook {
        id
      }
    }
  }
`)

const DELETE = graphql(`
  mutation DeleteWebhook($input: DeleteWebhookInput!) {
    deleteWebhook(input: $input) {
      deletedWebhookId
    }
  }
`)

type Webhook = NonNullable<ResultOf<typeof WEBHOOKS>['webhooks']>[number]

/** Lists the URLs that are called when a run of the project ends. Admins add and delete them. */
export function Webhooks({ settings }: { settings: ResultOf<typeof WEBHOOKS> }) {
  const { organization } = useViewer()
  const mayManage = useMay('PROJECT_WEBHOOKS_MANAGE')
  const [adding, setAdding] = useState(false)
  const [deleting, setDeleting] = useState<Webhook | null>(null)
  const webhooks = settings.webhooks ?? []
  const add = (
    <Button kind="primary" {...adminsOnly(mayManage)} onClick={() => setAdding(true)}>
      Add webhook
    </Button>
  )
  return (
    <div className={styles.webhooks}>
      <p>
        When a run ends, its results are sent to these URLs, for example to Zapier, n8n or Slack. The messages
        are signed; the{' '}
        <Link
          to="/organizations/$organizationId/deliveries"
          params={{ organizationId: organization.databaseId }}
        >
          list of webhook calls
        </Link>{' '}
        shows the secret and every attempt.
      </p>
      {!mayManage && <AdminsOnly what="add and delete webhooks" />}
      {webhooks.length === 0 ? (
        <Message
          title="No webhooks yet"
          text="Add the URL of a service that should know when a run has ended."
        >
          {mayManage && add}
        </Message>
      ) : (
        <>
          <Table
            cards
            caption="Webhooks"
            columns={[
              ...COLUMNS,
              actionsColumn<Webhook>((webhook) => (
                <Button
                  kind="quiet"
                  {...adminsOnly(mayManage)}
                  aria-label={`Delete ${webhook.url}`}
                  onClick={() => setDeleting(webhook)}
                >
                  Delete
                </Button>
              )),
            ]}
            rows={webhooks}
            rowKey={({ id }) => id}
          />
          <div>{add}</div>
        </>
      )}
      {adding && <AddWebhook projectId={settings.databaseId} onClose={() => setAdding(false)} />}
      {deleting && <DeleteWebhook webhook={deleting} onClose={() => setDeleting(null)} />}
    </div>
  )
}

const COLUMNS: Column<Webhook>[] = [
  textColumn('url', 'URL', ({ url }) => url),
  textColumn('status', 'Status', ({ active }) =>
    active ? 'Active' : 'Switched off: the receiver answered 410',
  ),
  timeColumn('created', 'Added', ({ createdAt }) => createdAt, { format: day }),
]

function AddWebhook({ projectId, onClose }: { projectId: string; onClose: () => void }) {
  const [, create] = useMutation(CREATE)
  return (
    <FormDialog
      title="Add a webhook"
      action="Add"
      onClose={onClose}
      send={async (typed) => {
        const url = String(typed.get('url')).trim()
        return problemOf((await create({ input: { projectId, url } })).error)
      }}
    >
      {(errors) => (
        <Field
          label="URL"
          name="url"
          type="url"
          placeholder="https://"
          hint="A public https address. It receives a POST request with the results whenever a run ends."
          autoFocus
          required
          autoComplete="off"
          errors={errors.url}
        />
      )}
    </FormDialog>
  )
}

function DeleteWebhook({ webhook, onClose }: { webhook: Webhook; onClose: () => void }) {
  const [, remove] = useMutation(DELETE)
  return (
    <FormDialog
      title="Delete this webhook?"
      action="Delete"
      kind="danger"
      onClose={onClose}
      send={async () => problemOf((await remove({ input: { webhookId: webhook.databaseId } })).error)}
    >
      <p className={styles.wrap}>{webhook.url} will no longer be called, and its past calls are deleted.</p>
    </FormDialog>
  )
}
