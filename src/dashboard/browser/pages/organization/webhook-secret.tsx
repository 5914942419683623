import { useState } from 'react'
import { useClient, useMutation } from 'urql'
import { useMay } from '../../frame/viewer.ts'
import { graphql } from '../../graphql/graphql.ts'
import { type Problem, problemOf } from '../../graphql/problem.ts'
import { Button } from '../../parts/button.tsx'
import { FormDialog } from '../../parts/form-dialog.tsx'
import { Section } from '../../parts/page-header.tsx'
import { ShownOnce } from '../../parts/shown-once.tsx'
import { ADMINS_ONLY } from './admins-only.tsx'
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

/** The secret that signs the webhooks of the organization: it can be shown and replaced by administrators. */
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
  const disabled = { disabled: !mayManage, 'aria-describedby': mayManage ? undefined : ADMINS_ONLY }
  return (
    <Section
      title="Signing secret"
      note={
        <>
          Receivers check with it that a call comes from here, by the{' '}
          <a href="https://www.standardwebhooks.com" rel="noreferrer noopener" target="_blank">
            Standard Webhooks
          </a>{' '}
          scheme. An analysis may bring a secret of its own instead.
        </>
      }
      actions={
        <span className={styles.inline}>
          <Button {...disabled} onClick={show}>
            Show
          </Button>
          <Button {...disabled} onClick={() => setAsking(true)}>
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
          action="Replace it"
          kind="danger"
          onClose={() => setAsking(false)}
          send={async () => {
            const { data, error } = await rotate({})
            if (data) setShown({ secret: data.rotateWebhookSecret.secret, isNew: true })
            return problemOf(error)
          }}
        >
          <p className={dialogStyles.text}>
            All calls from now on are signed with the new secret, and the old one is gone. Receivers that
            still check with the old one refuse them; those calls are repeated for 24 hours, so nothing is
            lost if you change the secret there until then.
          </p>
        </FormDialog>
      )}
      {shown && !asking && (
        <ShownOnce
          title={shown.isNew ? 'The new signing secret' : 'The signing secret'}
          text={
            shown.isNew
              ? 'Change it at every receiver now: calls are signed with it from this moment.'
              : 'Keep it like a password: whoever has it can pretend to be this installation.'
          }
          secret={shown.secret}
          onClose={() => setShown(null)}
        />
      )}
    </Section>
  )
}
