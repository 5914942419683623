import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { askAuth, textIn } from '../../auth/auth-request.ts'
import { Field } from '../../components/field.tsx'
import { AuthForm, Card } from './card.tsx'
import { useLinkToken } from './use-link-token.ts'

/** Sets a new password using the token of a link. */
export function ResetPassword() {
  const token = useLinkToken()
  const [refused, setRefused] = useState<string | null>(null)
  const [doneFor, setDoneFor] = useState<string | null>(null)
  if (doneFor !== null) {
    return (
      <Card
        title="Password changed"
        lead={`Sign in as ${doneFor} with the new password. All other sessions have ended.`}
      >
        <Link to="/sign-in">Sign in</Link>
      </Card>
    )
  }
  if (!token || token === refused) {
    return (
      <Card
        title={token ? 'This link does not work' : 'This link is incomplete'}
        lead={
          token
            ? 'It was already used, has expired, or is incomplete. Each link works once, within 24 hours.'
            : 'Open the password reset link exactly as it was sent to you.'
        }
      >
        <Link to="/forgot-password">Request a new link</Link>
      </Card>
    )
  }
  return (
    <Card title="New password">
      <AuthForm
        action="Set password"
        fields={(errors) => (
          <Field
            label="New password"
            name="password"
            type="password"
            autoComplete="new-password"
            hint="At least 8 characters."
            autoFocus
            required
            errors={errors.newPassword}
          />
        )}
        send={async (typed) => {
          const answer = await askAuth('reset-password', { token, newPassword: typed.get('password') })
          // The token is not a field of the form.
          if (answer.problem?.fieldErrors.token) setRefused(token)
          return answer
        }}
        onDone={(data) => setDoneFor(textIn(data, 'email') ?? '')}
      />
    </Card>
  )
}
