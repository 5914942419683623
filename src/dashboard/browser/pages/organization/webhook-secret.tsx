import { useState } from 'react'
import { useClient, useMutation } from 'urql'
import { Button } from '../../components/button.tsx'
import { FormDialog } from '../../components/form-dialog.tsx'
import { Section } from '../../components/page-header.tsx'
import { ShownOnce } from '../../components/shown-once.tsx'
import { graphql } from '../../graphql/graphql.ts'
import { type Problem, problemOf } from '../../graphql/problem.ts'
import { useMay } from '../../layout/viewer.ts'
import { adminsOnly } from './admins-only.tsx'
import dialogStyles from './dialogs.module.css'
import styles from './organization.module.css'

const SECRET = graphql(`
  query WebhookSecret {
    viewer {
      organization {
        id
        webhookSecret
      }
    }
  }
`)

const ROTATE = graphql(`
  mutation RotateWebhookSecret {
    rotateWebhookSecret(input: {}) {
      secret
    }
  }
`)

/** The secret that signs the organization's webhooks. Administrators can show and replace it. */
export function WebhookSecret() {
  const mayManage = useMay('WEBHOOK_SECRET_MANAGE')
  const client = useClient()
  const [, rotate] = useMutation(ROTATE)
  const [asking, setAsking] = useState(false)
  const [shown, setShown] = useState<{ secret: string; isNew: boolean } | null>(null)
  const [problem, setProblem] = useState<Problem | null>(null)
  const show = async () => {
    const { data, error } = await client.query(SECRET, {}, { requestPolicy: 'network-only' }).toPromise()
    const secret = data?.viewer.organization.webhookSecret
    if (secret) setShown({ secret, isNew: false })
    setProblem(problemOf(error))
  }
  return (
    <Section
      title="Signing secret"
      note={
        <>
          Lets receivers verify that a call comes from this installation, using the{' '}
          <a href="https://www.standardwebhooks.com" rel="noreferrer noopener" target="_blank">
            Standard Webhooks
          </a>{' '}
          specification. An analysis can use its own secret instead.
        </>
      }
      actions={
        <span className={styles.inline}>
          <Button {...adminsOnly(mayManage)} onClick={show}>
            Show
          </Button>
          <Button {...adminsOnly(mayManage)} onClick={() => setAsking(true)}>
            Replace …
          </Button>
        </span>
      }
    >
      {problem && (
        <p role="alert" className={styles.problem}>
          {problem.message}
        </p>
      )}
      {asking && (
        <FormDialog
          title="Replace the signing secret?"
          action="Replace secret"
          kind="danger"
          onClose={() => setAsking(false)}
          send={async () => {
            const { data, error } = await rotate({})
            if (data) setShown({ secret: data.rotateWebhookSecret.secret, isNew: true })
            return problemOf(error)
          }}
        >
          <p className={dialogStyles.text}>
            The new secret signs all calls from now on, and the old one stops working. Receivers that still
            use the old one reject calls, which are retried for 24 hours. No calls are lost if you update the
            receivers within that time.
          </p>
        </FormDialog>
      )}
      {shown && !asking && (
        <ShownOnce
          title={shown.isNew ? 'New signing secret' : 'Signing secret'}
          text={
            shown.isNew
              ? 'Update it at every receiver now. All calls from now on are signed with it.'
              : 'Store it like a password. Anyone who has it can pretend to be this installation.'
          }
          secret={shown.secret}
          onClose={() => setShown(null)}
        />
      )}
    </Section>
  )
}
