import { type FormEvent, useRef, useState } from 'react'
import { useClient } from 'urql'
import { useViewer } from '../../frame/viewer.ts'
import type { Problem } from '../../graphql/problem.ts'
import { Button } from '../../parts/button.tsx'
import { Field } from '../../parts/field.tsx'
import { useErrorFocus } from '../../parts/use-error-focus.ts'
import { askAuth } from '../sign-in/auth-request.ts'
import accountStyles from './account.module.css'
import styles from './organization.module.css'
import { SESSIONS } from './sessions.tsx'

/** Changes the visitor's password; their other sessions end with it. */
export function ChangePassword() {
  const { member } = useViewer()
  const client = useClient()
  const [busy, setBusy] = useState(false)
  const [done, setDone] = useState(false)
  const [problem, setProblem] = useState<Problem | null>(null)
  const form = useRef<HTMLFormElement>(null)
  useErrorFocus(form, problem)
  const errors = problem?.fieldErrors ?? {}
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const typed = new FormData(event.currentTarget)
    setBusy(true)
    const answer = await askAuth('change-password', {
      currentPassword: typed.get('currentPassword'),
      newPassword: typed.get('newPassword'),
    })
    setBusy(false)
    setDone(!answer.problem)
    setProblem(answer.problem)
    if (answer.problem) return
    form.current?.reset()
    await client.query(SESSIONS, {}, { requestPolicy: 'network-only' }).toPromise()
  }
  return (
    <form ref={form} className={accountStyles.form} onSubmit={submit} noValidate>
      <input type="email" name="email" autoComplete="username" defaultValue={member?.email} hidden readOnly />
      <Field
        label="Present password"
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
      {problem && Object.keys(errors).length === 0 && (
        <p role="alert" className={styles.problem}>
          {problem.message}
        </p>
      )}
      <span className={styles.inline}>
        <Button type="submit" busy={busy}>
          Change the password
        </Button>
        <span role="status" className={accountStyles.done}>
          {done && 'Changed. All other sessions have ended.'}
        </span>
      </span>
    </form>
  )
}
