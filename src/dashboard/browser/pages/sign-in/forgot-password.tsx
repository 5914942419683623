import { Link } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { Field } from '../../parts/field.tsx'
import { Skeleton } from '../../parts/states.tsx'
import { askAuth, isTrueIn } from './auth-request.ts'
import { AuthForm, Card } from './card.tsx'

/** Sends a link for a new password, where the installation can send mail. */
export function ForgotPassword() {
  const [byMail, setByMail] = useState<boolean | null>(null)
  const [sentTo, setSentTo] = useState<string | null>(null)
  useEffect(() => {
    void askAuth('options').then(({ data }) => setByMail(isTrueIn(data, 'passwordResetByMail')))
  }, [])
  if (sentTo !== null) {
    return (
      <Card
        title="Look into your mail"
        lead={`If ${sentTo} belongs to a member, a link for a new password is on its way. It is valid for a short time and once.`}
      >
        <Link to="/sign-in">Back to signing in</Link>
      </Card>
    )
  }
  if (byMail === false) {
    return (
      <Card
        title="Forgotten your password?"
        lead="This installation sends no mail. Ask an administrator of your organization: they can make a link for a new password on the page Members."
      >
        <Link to="/sign-in">Back to signing in</Link>
      </Card>
    )
  }
  return (
    <Card title="Forgotten your password?" lead="A link for a new one is sent to your address.">
      {byMail === null ? (
        <Skeleton height={120} />
      ) : (
        <AuthForm
          action="Send the link"
          fields={(errors) => (
            <Field
              label="E-mail address"
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
          onDone={() => undefined}
        >
          <Link to="/sign-in">Back to signing in</Link>
        </AuthForm>
      )}
    </Card>
  )
}
