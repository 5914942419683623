import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { Field } from '../../parts/field.tsx'
import { askAuth, textIn } from './auth-request.ts'
import { AuthForm, Card } from './card.tsx'
import { useLinkToken } from './use-link-token.ts'

/** Sets a new password with the token of a link. */
export function ResetPassword() {
  const token = useLinkToken()
  const [refused, setRefused] = useState<string | null>(null)
  const [doneFor, setDoneFor] = useState<string | null>(null)
  if (doneFor !== null) {
    return (
      <Card
        title="The password is changed"
        lead={`Sign in as ${doneFor} with it. All other sessions have ended.`}
      >
        <Link to="/sign-in">Sign in</Link>
      </Card>
    )
  }
  if (!token || token === refused) {
    return (
      <Card
        title={token ? 'This link cannot be used' : 'This link is not complete'}
        lead={
          token
            ? 'It was used before, has expired, or is not complete. A link works once, for 24 hours.'
            : 'Open the link for a new password as it was sent to you.'
        }
      >
        <Link to="/forgot-password">Ask for another one</Link>
      </Card>
    )
  }
  return (
    <Card title="New password">
      <AuthForm
        action="Set the password"
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
          // The token is no field of the form.
          if (answer.problem?.fieldErrors.token) setRefused(token)
          return answer
        }}
        onDone={(data) => setDoneFor(textIn(data, 'email') ?? '')}
      />
    </Card>
  )
}
