import { useState } from 'react'
import { useMutation } from 'urql'
import { Button } from '../components/button.tsx'
import { FormDialog } from '../components/form-dialog.tsx'
import { ActionError } from '../components/states.tsx'
import { dayAndTime, dollars } from '../formatting/format.ts'
import { problemOf } from '../graphql/problem.ts'
import { useMay } from '../layout/viewer.ts'
import { CheckResult } from './check-result.tsx'
import { CredentialDialog } from './credential-dialog.tsx'
import styles from './credentials.module.css'
import { CHECK, type Credential, DELETE } from './documents.ts'

/** All vendors, with the credentials of the organization and what can be done with them. */
export function CredentialList({ credentials }: { credentials: readonly Credential[] }) {
  const [editing, setEditing] = useState<Credential | null>(null)
  const [deleting, setDeleting] = useState<Credential | null>(null)
  return (
    <>
      <ul className={styles.list}>
        {credentials.map((credential) => (
          <CredentialItem
            key={credential.id}
            credential={credential}
            onEdit={() => setEditing(credential)}
            onDelete={() => setDeleting(credential)}
          />
        ))}
      </ul>
      {editing && <CredentialDialog credential={editing} onClose={() => setEditing(null)} />}
      {deleting && <DeleteDialog credential={deleting} onClose={() => setDeleting(null)} />}
    </>
  )
}

function CredentialItem({
  credential,
  onEdit,
  onDelete,
}: {
  credential: Credential
  onEdit: () => void
  onDelete: () => void
}) {
  const { vendor, label, providers, stored, fields, changedBy, changedAt, dailySpendUsd } = credential
  const mayManage = useMay('PROVIDER_CREDENTIALS_MANAGE')
  const [{ fetching, error }, check] = useMutation(CHECK)
  return (
    <li className={styles.item}>
      <div className={styles.head}>
        <h2>{label}</h2>
        <span className={styles.origin} data-origin={credential.origin}>
          {ORIGINS[credential.origin]}
        </span>
      </div>
      <p className={styles.muted}>Answers as {providers.map((provider) => provider.label).join(', ')}</p>
      {stored && (
        <>
          <p>
            {fields.map(({ variable, label: name, mask }) => (
              <span key={variable} className={styles.value}>
                {name} <code>{mask}</code>
              </span>
            ))}
            <small className={styles.muted}>
              saved by {changedBy} on {dayAndTime(changedAt)}
              {dailySpendUsd !== null && ` · at most ${dollars(dailySpendUsd)} per day`}
            </small>
          </p>
          <CheckResult credential={credential} />
        </>
      )}
      <ActionError error={error} />
      {mayManage && (
        <div className={styles.actions}>
          <Button onClick={onEdit} aria-label={`${stored ? 'Replace' : 'Connect'} ${label}`}>
            {stored ? 'Replace' : 'Connect'}
          </Button>
          {stored && (
            <>
              <Button
                busy={fetching || credential.check.status === 'CHECKING'}
                onClick={() => check({ vendor })}
                aria-label={`Check ${label}`}
              >
                Check
              </Button>
              <Button kind="quiet" onClick={onDelete} aria-label={`Delete the credentials of ${label}`}>
                Delete
              </Button>
            </>
          )}
        </div>
      )}
    </li>
  )
}

const ORIGINS: Record<Credential['origin'], string> = {
  ORGANIZATION: 'Your credentials',
  INSTALLATION: 'Provided by this installation',
  ENVIRONMENT: 'Provided by this installation',
  NONE: 'Not connected',
}

function DeleteDialog({ credential, onClose }: { credential: Credential; onClose: () => void }) {
  const { vendor, label } = credential
  const [, remove] = useMutation(DELETE)
  return (
    <FormDialog
      title={`Delete the credentials of ${label}?`}
      action="Delete"
      kind="danger"
      onClose={onClose}
      send={async () => problemOf((await remove({ vendor })).error)}
    >
      <p className={styles.text}>
        Questions to {credential.providers.map((provider) => provider.label).join(', ')} then use the
        credentials of this installation, if it has any. Past answers stay.
      </p>
    </FormDialog>
  )
}
