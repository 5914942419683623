import { useState } from 'react'
import { useMutation } from 'urql'
import { Field } from '../../components/field.tsx'
import { FormDialog } from '../../components/form-dialog.tsx'
import { CodeLine, ShownOnce } from '../../components/shown-once.tsx'
import { dayAndTime } from '../../formatting/format.ts'
import { graphql } from '../../graphql/graphql.ts'
import { problemOf } from '../../graphql/problem.ts'
import { useViewer } from '../../layout/viewer.ts'
import styles from './dialogs.module.css'
import { type Access, KeyAccess } from './key-access.tsx'
import { KEY_PRESET_NAMES, type KeyRow, nameOf } from './key-list.ts'

const CREATE = graphql(`
  mutation CreateApiKey($input: CreateApiKeyInput!) {
    createApiKey(input: $input) {
      key
      apiKey {
        id
        kind
      }
    }
  }
`)

/** A newly created key with its secret. */
export interface NewKey {
  key: string
  kind: KeyRow['kind']
}

/** Creates an API key for a project or the organization. */
export function CreateKey({
  onCreated,
  onClose,
}: {
  onCreated: (created: NewKey) => void
  onClose: () => void
}) {
  const { organization } = useViewer()
  const projects = organization.projects?.nodes ?? []
  const [access, setAccess] = useState<Access>({ projectId: projects[0]?.databaseId ?? '', preset: 'FULL' })
  // Only a key of the organization can be an administrator.
  const presets = KEY_PRESET_NAMES.filter((name) => name !== 'ADMIN' || !access.projectId)
  const [, create] = useMutation(CREATE)
  return (
    <FormDialog
      title="New API key"
      action="Create key"
      onClose={onClose}
      send={async (typed) => {
        const name = String(typed.get('name')).trim()
        const { data, error } = await create({
          input: {
            ...(name && { name }),
            ...(access.projectId && { projectId: access.projectId }),
            preset: access.preset,
          },
        })
        if (data) {
          const { key, apiKey } = data.createApiKey
          onCreated({ key, kind: apiKey.kind })
        }
        return problemOf(error)
      }}
    >
      {(errors) => (
        <>
          <Field
            label="Name"
            name="name"
            placeholder="Weekly report"
            hint="Where the key is used, so you know later which one to revoke."
            autoFocus
            autoComplete="off"
            errors={errors.name}
          />
          <KeyAccess projects={projects} presets={presets} access={access} onChange={setAccess} />
        </>
      )}
    </FormDialog>
  )
}

/** Shows a new key, which is displayed only once, with instructions. */
export function CreatedKey({ created, onClose }: { created: NewKey; onClose: () => void }) {
  const { key, kind } = created
  const command =
    kind === 'PROJECT'
      ? `curl ${location.origin}/v1/project -H "Authorization: Bearer ${key}"`
      : `curl ${location.origin}/graphql -H "Authorization: Bearer ${key}" -H "Content-Type: application/json" -d '{"query":"{ viewer { organization { name credits } } }"}'`
  return (
    <ShownOnce
      title="Your new API key"
      text="Copy it now and store it like a password. It will not be shown again."
      secret={key}
      onClose={onClose}
    >
      <div className={styles.text}>
        <p>Try it:</p>
        <CodeLine code={command} label="Copy command" />
        <p>
          <a href="/docs/api">API documentation</a>
        </p>
      </div>
    </ShownOnce>
  )
}

const REVOKE = graphql(`
  mutation RevokeApiKey($input: RevokeApiKeyInput!) {
    revokeApiKey(input: $input) {
      apiKey {
        id
        revokedAt
      }
    }
  }
`)

/** Asks for confirmation and revokes a key. Shows when it was last used. */
export function RevokeKey({ apiKey, onClose }: { apiKey: KeyRow; onClose: () => void }) {
  const [, revoke] = useMutation(REVOKE)
  return (
    <FormDialog
      title={`Revoke ${nameOf(apiKey)}?`}
      action="Revoke permanently"
      kind="danger"
      onClose={onClose}
      send={async () => problemOf((await revoke({ input: { apiKeyId: apiKey.databaseId } })).error)}
    >
      <div className={styles.text}>
        <p>
          Requests{' '}
          {apiKey.connected ? (
            'of the connected app'
          ) : (
            <>
              with <code>{apiKey.prefix}…</code>
            </>
          )}{' '}
          will be rejected within 5 seconds. This cannot be undone.
        </p>
        <p>
          {apiKey.lastUsedAt
            ? `It was last used on ${dayAndTime(apiKey.lastUsedAt)}.`
            : 'It has never been used.'}
        </p>
      </div>
    </FormDialog>
  )
}
