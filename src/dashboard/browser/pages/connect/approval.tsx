import { useState } from 'react'
import { type AuthAnswer, askServer, textIn } from '../../auth/auth-request.ts'
import { Button } from '../../components/button.tsx'
import { ChoiceField } from '../../components/choice-field.tsx'
import { Form } from '../../components/form.tsx'
import type { Viewer } from '../../layout/viewer.ts'
import { type Access, KeyAccess } from '../organization/key-access.tsx'
import { KEY_PRESET_NAMES } from '../organization/key-list.ts'
import { Card } from '../sign-in/card.tsx'
import styles from './approval.module.css'

/** An app that asks for access. */
export interface App {
  /** Path of the request that it opened. */
  path: string
  /** Name that the app gives itself; null if it gives none. */
  name: string | null
  /** Site or program that the member is sent back to. */
  redirectsTo: string
}

/** Asks a member whether an app gets access, and to what. */
export function Approval({
  app,
  viewer: { organization, organizations, permissions },
  onOrganization,
}: {
  app: App
  viewer: Viewer
  /** Called when the member chooses another organization. */
  onOrganization: (organizationId: string) => void
}) {
  const projects = organization.projects?.nodes ?? []
  const [access, setAccess] = useState<Access>({
    projectId: projects[0]?.databaseId ?? '',
    preset: 'AGENT',
  })
  const [denying, setDenying] = useState(false)
  const name = app.name ?? app.redirectsTo
  const choices = (organizations?.nodes ?? []).map(({ organizationId, organizationName }) => ({
    value: organizationId,
    label: organizationName,
  }))
  const mayApprove = permissions.includes('KEYS_MANAGE')
  const headers = { 'X-Organization': organization.databaseId }
  const decide = async (decision: Promise<AuthAnswer>) => {
    const { data, problem } = await decision
    if (!problem) location.assign(textIn(data, 'next') ?? '/')
    return problem
  }
  const deny = () => {
    setDenying(true)
    void decide(askServer(`${app.path}/deny`, {}, headers))
  }
  return (
    <Card
      title={`Connect ${name}`}
      lead={
        mayApprove ? (
          <>
            {name} asks for access to your data. Afterwards you return to <strong>{app.redirectsTo}</strong>.
            Continue only if you started this there.
          </>
        ) : (
          `Only administrators of ${organization.name} can connect apps. Ask one of them to connect ${name}.`
        )
      }
    >
      <Form
        send={() => {
          const { projectId, preset } = access
          const body = { preset: preset.toLowerCase(), ...(projectId && { projectId }) }
          return decide(askServer(`${app.path}/approve`, body, headers))
        }}
        buttons={(busy) => (
          <div className={styles.buttons}>
            <Button onClick={deny} busy={denying}>
              Cancel
            </Button>
            {mayApprove && (
              <Button type="submit" kind="primary" busy={busy}>
                Connect
              </Button>
            )}
          </div>
        )}
      >
        {() => (
          <>
            {choices.length > 1 && (
              <ChoiceField
                label="Organization"
                value={organization.databaseId}
                onChange={({ target }) => onOrganization(target.value)}
                choices={choices}
              />
            )}
            {mayApprove && (
              <KeyAccess
                projects={projects}
                presets={KEY_PRESET_NAMES.filter((preset) => preset !== 'ADMIN')}
                access={access}
                onChange={setAccess}
              />
            )}
          </>
        )}
      </Form>
      {mayApprove && (
        <p className={styles.note}>You can end the access at any time: revoke the key under API keys.</p>
      )}
    </Card>
  )
}
