import { askAuth } from '../../auth/auth-request.ts'
import { Button } from '../../components/button.tsx'
import { Field } from '../../components/field.tsx'
import { AuthForm, Card } from './card.tsx'

/** Asks for the code of a user with two-factor authentication, after the password was right. */
export function SecondFactor({
  credentials,
  onDone,
  onBack,
}: {
  /** The fields that were accepted. They are sent again with the code. */
  credentials: Readonly<Record<string, unknown>>
  onDone: () => void
  onBack: () => void
}) {
  return (
    <Card title="Enter your code">
      <AuthForm
        action="Sign in"
        fields={(errors) => (
          <Field
            label="Code"
            name="code"
            inputMode="numeric"
            autoComplete="one-time-code"
            autoFocus
            required
            hint="The six digits in your authenticator app, or one of your recovery codes."
            errors={errors.code}
          />
        )}
        send={(typed) => askAuth('sign-in/email', { ...credentials, code: typed.get('code') })}
        onDone={onDone}
      >
        <Button kind="quiet" onClick={onBack}>
          Back
        </Button>
      </AuthForm>
    </Card>
  )
}
