import { useState } from 'react'
import { useClient } from 'urql'
import { askAuth } from '../../auth/auth-request.ts'
import { Button } from '../../components/button.tsx'
import { Field } from '../../components/field.tsx'
import { Form } from '../../components/form.tsx'
import { useViewer } from '../../layout/viewer.ts'
import accountStyles from './account.module.css'
import styles from './organization.module.css'
import { SESSIONS } from './sessions.tsx'

/** A form to change the user's password, which also ends all other sessions. */
export function ChangePassword() {
  const { member } = useViewer()
  const client = useClient()
  const [done, setDone] = useState(false)
  const change = async (typed: FormData, form: HTMLFormElement) => {
    const { problem } = await askAuth('change-password', {
      currentPassword: typed.get('currentPassword'),
      newPassword: typed.get('newPassword'),
    })
    setDone(!problem)
    if (!problem) {
      form.reset()
      await client.query(SESSIONS, {}, { requestPolicy: 'network-only' }).toPromise()
    }
    return problem
  }
  return (
    <Form
      className={accountStyles.form}
      send={change}
      buttons={(busy) => (
        <span className={styles.inline}>
          <Button type="submit" busy={busy}>
            Change password
          </Button>
          <span role="status" className={accountStyles.done}>
            {done && 'Password changed. All other sessions have ended.'}
          </span>
        </span>
      )}
    >
      {(errors) => (
        <>
          <input
            type="email"
            name="email"
            autoComplete="username"
            defaultValue={member?.email}
            hidden
            readOnly
          />
          <Field
            label="Current password"
            name="currentPassword"
            type="password"
            autoComplete="current-password"
            required
            errors={errors.currentPassword}
          />
          <Field
            label="New password"
            name="newPassword"
            type="password"
            autoComplete="new-password"
            hint="8 to 128 characters."
            required
            errors={errors.newPassword}
          />
        </>
      )}
    </Form>
  )
}
