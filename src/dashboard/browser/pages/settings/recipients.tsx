import { Button } from '../../components/button.tsx'
import { Field } from '../../components/field.tsx'
import { Select } from '../../components/select.tsx'
import { LOCALES, TIME_ZONES } from './reader-choices.ts'
import styles from './settings.module.css'

/** A recipient of reports as typed. Null means like the report. */
export interface TypedRecipient {
  key: string
  email: string
  locale: string | null
  timezone: string | null
}

/** Maximum number of recipients of a project. */
const MAX_RECIPIENTS = 20

/** Rows for the recipients of reports who are no members, each with their own language and time zone. */
export function Recipients({
  recipients,
  errors,
  onChange,
}: {
  recipients: readonly TypedRecipient[]
  /** Messages by field path, such as `recipients.0.email`. */
  errors: Readonly<Record<string, readonly string[]>>
  onChange: (recipients: TypedRecipient[]) => void
}) {
  const change = (key: string, part: Partial<TypedRecipient>) =>
    onChange(recipients.map((row) => (row.key === key ? { ...row, ...part } : row)))
  return (
    <div className={styles.form}>
      <h3>Further recipients</h3>
      <p className={styles.kind}>They need no account. Each email has a link to unsubscribe.</p>
      {recipients.length > 0 && (
        <ul className={styles.rows}>
          {recipients.map(({ key, email, locale, timezone }, index) => (
            <li key={key} className={styles.recipient}>
              <Field
                label="Email address"
                type="email"
                value={email}
                errors={errors[`recipients.${index}.email`]}
                onChange={({ target }) => change(key, { email: target.value })}
              />
              <div className={styles.time}>
                <Select
                  label="Language"
                  any="as above"
                  value={locale ?? undefined}
                  choices={LOCALES}
                  onChange={(chosen) => change(key, { locale: chosen ?? null })}
                />
                <Select
                  label="Time zone"
                  any="as above"
                  value={timezone ?? undefined}
                  choices={TIME_ZONES}
                  onChange={(chosen) => change(key, { timezone: chosen ?? null })}
                />
                <Button
                  kind="quiet"
                  aria-label={`Remove ${email || 'this recipient'}`}
                  onClick={() => onChange(recipients.filter((row) => row.key !== key))}
                >
                  Remove
                </Button>
              </div>
            </li>
          ))}
        </ul>
      )}
      <div className={styles.actions}>
        <Button
          disabled={recipients.length >= MAX_RECIPIENTS}
          onClick={() =>
            onChange([...recipients, { key: `new-${Date.now()}`, email: '', locale: null, timezone: null }])
          }
        >
          Add recipient
        </Button>
      </div>
    </div>
  )
}
