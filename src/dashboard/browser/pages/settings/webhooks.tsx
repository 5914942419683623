import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useMutation } from 'urql'
import { Button } from '../../components/button.tsx'
import type { Column } from '../../components/column.ts'
import { actionsColumn, textColumn, timeColumn } from '../../components/columns.tsx'
import { Field } from '../../components/field.tsx'
import { FormDialog } from '../../components/form-dialog.tsx'
import { Select } from '../../components/select.tsx'
import { ActionError, Message } from '../../components/states.tsx'
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
      format
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

const TEST = graphql(`
  mutation TestWebhook($input: TestWebhookInput!) {
    testWebhook(input: $input) {
      delivery {
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

/** Lists the URLs that are called when a run of the project ends or raises alerts. Admins add, test and delete them. */
export function Webhooks({ settings }: { settings: ResultOf<typeof WEBHOOKS> }) {
  const { organization } = useViewer()
  const mayManage = useMay('PROJECT_WEBHOOKS_MANAGE')
  const [adding, setAdding] = useState(false)
  const [deleting, setDeleting] = useState<Webhook | null>(null)
  const [tested, setTested] = useState<string | null>(null)
  const [{ error }, test] = useMutation(TEST)
  const webhooks = settings.webhooks ?? []
  const add = (
    <Button kind="primary" {...adminsOnly(mayManage)} onClick={() => setAdding(true)}>
      Add webhook
    </Button>
  )
  return (
    <div className={styles.webhooks}>
      <p>
        When a run ends or raises alerts, a message is sent to these URLs, for example to Slack, Microsoft
        Teams, Zapier or n8n. Messages to other services than chats are signed; the{' '}
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
                <>
                  <Button
                    kind="quiet"
                    {...adminsOnly(mayManage)}
                    aria-label={`Test ${webhook.url}`}
                    onClick={async () => {
                      const { data } = await test({ input: { webhookId: webhook.databaseId } })
                      if (data) setTested(webhook.url)
                    }}
                  >
                    Test
                  </Button>
                  <Button
                    kind="quiet"
                    {...adminsOnly(mayManage)}
                    aria-label={`Delete ${webhook.url}`}
                    onClick={() => setDeleting(webhook)}
                  >
                    Delete
                  </Button>
                </>
              )),
            ]}
            rows={webhooks}
            rowKey={({ id }) => id}
          />
          <div>{add}</div>
          <p role="status">{tested && `A test message to ${tested} was queued.`}</p>
          <ActionError error={error} />
        </>
      )}
      {adding && <AddWebhook projectId={settings.databaseId} onClose={() => setAdding(false)} />}
      {deleting && <DeleteWebhook webhook={deleting} onClose={() => setDeleting(null)} />}
    </div>
  )
}

const FORMATS: Record<Webhook['format'], string> = {
  STANDARD: 'Signed JSON',
  SLACK: 'Slack',
  TEAMS: 'Microsoft Teams',
}

const COLUMNS: Column<Webhook>[] = [
  textColumn('url', 'URL', ({ url }) => url),
  textColumn('format', 'Messages', ({ format }) => FORMATS[format]),
  textColumn('status', 'Status', ({ active }) =>
    active ? 'Active' : 'Switched off: the receiver answered 410',
  ),
  timeColumn('created', 'Added', ({ createdAt }) => createdAt, { format: day }),
]

function AddWebhook({ projectId, onClose }: { projectId: string; onClose: () => void }) {
  const [, create] = useMutation(CREATE)
  const [format, setFormat] = useState<Webhook['format']>('STANDARD')
  return (
    <FormDialog
      title="Add a webhook"
      action="Add"
      onClose={onClose}
      send={async (typed) => {
        const url = String(typed.get('url')).trim()
        return problemOf((await create({ input: { projectId, url, format } })).error)
      }}
    >
      {(errors) => (
        <>
          <Select
            label="Messages"
            value={format}
            choices={Object.entries(FORMATS).map(([value, label]) => ({ value, label }))}
            onChange={(chosen) => {
              if (chosen === 'STANDARD' || chosen === 'SLACK' || chosen === 'TEAMS') setFormat(chosen)
            }}
          />
          <Field
            label="URL"
            name="url"
            type="url"
            placeholder="https://"
            hint={
              format === 'STANDARD'
                ? 'A public https address. It receives a POST request whenever a run ends or raises alerts.'
                : 'The URL of an incoming webhook. It gets a message whenever a run raises alerts.'
            }
            autoFocus
            required
            autoComplete="off"
            errors={errors.url}
          />
        </>
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
