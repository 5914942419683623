import { useMutation } from 'urql'
import { Field } from '../components/field.tsx'
import { FormDialog } from '../components/form-dialog.tsx'
import { problemOf } from '../graphql/problem.ts'
import styles from './credentials.module.css'
import { type Credential, SAVE } from './documents.ts'

/** Asks for the credentials of a vendor, stores them and starts a check. */
export function CredentialDialog({ credential, onClose }: { credential: Credential; onClose: () => void }) {
  const { vendor, label, credentialsUrl, fields, stored, dailySpendUsd } = credential
  const [, save] = useMutation(SAVE)
  return (
    <FormDialog
      title={stored ? `Replace the credentials of ${label}` : `Connect ${label}`}
      action="Save and check"
      onClose={onClose}
      send={async (typed) => {
        const limit = String(typed.get('limit')).trim()
        const values = fields.map(({ variable }) => ({ variable, value: String(typed.get(variable)) }))
        const { error } = await save({
          input: { vendor, values, dailySpendUsd: limit === '' ? null : Number(limit) },
        })
        return problemOf(error)
      }}
    >
      {(errors) => (
        <>
          <p className={styles.text}>
            They are stored encrypted and never shown again. One short question checks them; {label} charges
            for it.{' '}
            {credentialsUrl && (
              <a href={credentialsUrl} target="_blank" rel="noreferrer noopener">
                Get credentials at {label}
              </a>
            )}
          </p>
          {fields.map((field, index) => (
            <Field
              key={field.variable}
              label={field.label}
              name={field.variable}
              type="password"
              autoComplete="off"
              spellCheck={false}
              autoFocus={index === 0}
              required
              errors={errors[`values.${index}.value`] ?? (index === 0 ? errors.values : undefined)}
            />
          ))}
          <Field
            label="Daily limit in US dollars"
            name="limit"
            inputMode="decimal"
            defaultValue={dailySpendUsd ?? ''}
            placeholder="No limit"
            hint="Questions stop for the rest of the day (UTC) when the limit is reached."
            errors={errors.dailySpendUsd}
          />
        </>
      )}
    </FormDialog>
  )
}
