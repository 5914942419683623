import { Link } from '@tanstack/react-router'
import { useViewer } from '../../../frame/viewer.ts'
import { Field } from '../../../parts/field.tsx'
import styles from './composer.module.css'
import type { Composition } from './composition.ts'

/** The address that is called when the analysis has ended, and how the call is signed. */
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
      <summary>Call a webhook at the end</summary>
      <Field
        label="Address"
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
            Signs the call by the Standard Webhooks scheme. Left empty, it is{' '}
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
