import { useState } from 'react'
import { useClient } from 'urql'
import { askAuth } from '../../auth/auth-request.ts'
import { Button } from '../../components/button.tsx'
import { Field } from '../../components/field.tsx'
import { FormDialog } from '../../components/form-dialog.tsx'
import { Section } from '../../components/page-header.tsx'
import { useViewer, VIEWER } from '../../layout/viewer.ts'
import { EnableTwoFactor } from './enable-two-factor.tsx'
import { PasswordField } from './password-field.tsx'

/** Turns two-factor authentication on and off. */
export function TwoFactor() {
  const enabled = useViewer().member?.twoFactorEnabled ?? false
  const client = useClient()
  const [open, setOpen] = useState(false)
  const changed = () => client.query(VIEWER, {}, { requestPolicy: 'network-only' }).toPromise()
  const close = () => setOpen(false)
  return (
    <Section
      title="Two-factor authentication"
      note={
        enabled
          ? 'On. Signing in with your password also needs a code from your authenticator app.'
          : 'Off. Turn it on to also need a code from an authenticator app when you sign in with your password.'
      }
      actions={<Button onClick={() => setOpen(true)}>{enabled ? 'Turn off …' : 'Turn on …'}</Button>}
    >
      {open && !enabled && <EnableTwoFactor onEnabled={changed} onClose={close} />}
      {open && enabled && (
        <FormDialog
          title="Turn off two-factor authentication?"
          action="Turn off"
          kind="danger"
          onClose={close}
          send={async (typed) => {
            const input = { password: typed.get('password'), code: typed.get('code') }
            const { problem } = await askAuth('two-factor/disable', input)
            if (!problem) await changed()
            return problem
          }}
        >
          {(errors) => (
            <>
              <PasswordField errors={errors.password} />
              <Field
                label="Code"
                name="code"
                autoComplete="one-time-code"
                hint="From your authenticator app, or a recovery code."
                required
                errors={errors.code}
              />
            </>
          )}
        </FormDialog>
      )}
    </Section>
  )
}
