import { useState } from 'react'
import { askAuth, textIn, textsIn } from '../../auth/auth-request.ts'
import { Button } from '../../components/button.tsx'
import dialogFooter from '../../components/dialog.module.css'
import { Dialog } from '../../components/dialog.tsx'
import { Field } from '../../components/field.tsx'
import { Form } from '../../components/form.tsx'
import { QrCode } from '../../components/qr-code.tsx'
import { CodeLine, ShownOnce } from '../../components/shown-once.tsx'
import dialogStyles from './dialogs.module.css'
import { PasswordField } from './password-field.tsx'

/** Turns on two-factor authentication: password, then a QR code and the first code, then the recovery codes. */
export function EnableTwoFactor({
  onEnabled,
  onClose,
}: {
  onEnabled: () => Promise<unknown>
  onClose: () => void
}) {
  const [started, setStarted] = useState<{ secret: string; uri: string } | null>(null)
  const [recoveryCodes, setRecoveryCodes] = useState<string[] | null>(null)
  if (recoveryCodes) {
    return (
      <ShownOnce
        title="Save your recovery codes"
        text="Two-factor authentication is on. Each of these codes signs you in once if you lose your device. They are shown only now."
        secret={recoveryCodes.join('\n')}
        onClose={async () => {
          await onEnabled()
          onClose()
        }}
      />
    )
  }
  if (started) {
    return (
      <Step
        key="code"
        title="Scan the code with your app"
        action="Turn on"
        onClose={onClose}
        send={async (typed) => {
          const { data, problem } = await askAuth('two-factor/confirm', { code: typed.get('code') })
          if (!problem) setRecoveryCodes(textsIn(data, 'recoveryCodes'))
          return problem
        }}
      >
        {(errors) => (
          <>
            <QrCode text={started.uri} label="QR code with the secret of the app" />
            <Field
              label="Code from the app"
              name="code"
              inputMode="numeric"
              autoComplete="one-time-code"
              autoFocus
              required
              errors={errors.code}
            />
            <div className={dialogStyles.text}>
              <p>Cannot scan it? Enter this secret in the app:</p>
              <CodeLine code={started.secret} label="Copy the secret" />
            </div>
          </>
        )}
      </Step>
    )
  }
  return (
    <Step
      key="password"
      title="Turn on two-factor authentication"
      action="Continue"
      onClose={onClose}
      send={async (typed) => {
        const { data, problem } = await askAuth('two-factor/start', { password: typed.get('password') })
        const [secret, uri] = [textIn(data, 'secret'), textIn(data, 'uri')]
        if (secret !== null && uri !== null) setStarted({ secret, uri })
        return problem
      }}
    >
      {(errors) => (
        <>
          <p className={dialogStyles.text}>
            You need an authenticator app, such as the one in your password manager. Confirm your password
            first.
          </p>
          <PasswordField errors={errors.password} />
        </>
      )}
    </Step>
  )
}

/** A form in a dialog that stays open after a successful submit. */
function Step({
  title,
  action,
  onClose,
  ...form
}: {
  title: string
  action: string
  onClose: () => void
} & Pick<Parameters<typeof Form>[0], 'send' | 'children'>) {
  return (
    <Dialog title={title} onClose={onClose} stays>
      <Form
        {...form}
        buttons={(busy) => (
          <div className={dialogFooter.footer}>
            <Button onClick={onClose}>Cancel</Button>
            <Button type="submit" kind="primary" busy={busy}>
              {action}
            </Button>
          </div>
        )}
      />
    </Dialog>
  )
}
