import { Link } from '@tanstack/react-router'
import { Field } from '../../../components/field.tsx'
import { useViewer } from '../../../layout/viewer.ts'
import styles from './composer.module.css'
import type { Composition } from './composition.ts'

/** Fields for the webhook that is called when the analysis has ended. */
export function WebhookFields({
  url,
  secret,
  errors,
  onChange,
}: {
  url: string
  secret: string
  errors: { webhookUrl?: string[] | undefined; webhookSecret?: string[] | undefined }
  onChange: (changed: Partial<Composition>) => void
}) {
  const { organization } = useViewer()
  const isWrong = errors.webhookUrl !== undefined || errors.webhookSecret !== undefined
  return (
    <details className={styles.webhook} open={isWrong || undefined}>
      <summary>Call a webhook when done</summary>
      <Field
        label="URL"
        type="url"
        inputMode="url"
        placeholder="https://example.com/hooks/answergraph"
        value={url}
        errors={errors.webhookUrl}
        onChange={({ target }) => onChange({ webhookUrl: target.value })}
      />
      <Field
        label="Secret"
        autoComplete="off"
        spellCheck={false}
        placeholder="whsec_…"
        value={secret}
        errors={errors.webhookSecret}
        hint={
          <>
            Used to sign the request (Standard Webhooks). Leave empty to use{' '}
            <Link
              to="/organizations/$organizationId/deliveries"
              params={{ organizationId: organization.databaseId }}
            >
              the organization’s secret
            </Link>
            .
          </>
        }
        onChange={({ target }) => onChange({ webhookSecret: target.value })}
      />
    </details>
  )
}
