import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { askAuth } from '../../auth/auth-request.ts'
import { Field } from '../../components/field.tsx'
import { Skeleton } from '../../components/states.tsx'
import { AuthForm, Card } from './card.tsx'
import { useSignInOptions } from './use-sign-in-options.ts'

/** Sends a password reset link, if the installation can send email. */
export function ForgotPassword() {
  const options = useSignInOptions()
  const [sentTo, setSentTo] = useState<string | null>(null)
  if (sentTo !== null) {
    return (
      <Card
        title="Check your email"
        lead={`If ${sentTo} belongs to a member, a password reset link is on its way. It works once and expires soon.`}
      >
        <Link to="/sign-in">Back to sign-in</Link>
      </Card>
    )
  }
  if (options?.passwordResetByMail === false) {
    return (
      <Card
        title="Forgot your password?"
        lead="This installation does not send email. Ask an administrator of your organization to create a password reset link on the Members page."
      >
        <p>If you are the only administrator, create a sign-in link on the server:</p>
        <pre>
          <code>npx answergraph user sign-in-link you@example.com</code>
        </pre>
        <Link to="/sign-in">Back to sign-in</Link>
      </Card>
    )
  }
  return (
    <Card title="Forgot your password?" lead="We will email you a link to set a new one.">
      {options === null ? (
        <Skeleton height={120} />
      ) : (
        <AuthForm
          action="Send link"
          fields={(errors) => (
            <Field
              label="Email address"
              name="email"
              type="email"
              autoComplete="username"
              autoFocus
              required
              errors={errors.email}
            />
          )}
          send={async (typed) => {
            const email = String(typed.get('email') ?? '')
            const answer = await askAuth('request-password-reset', { email })
            if (!answer.problem) setSentTo(email)
            return answer
          }}
        >
          <Link to="/sign-in">Back to sign-in</Link>
        </AuthForm>
      )}
    </Card>
  )
}
