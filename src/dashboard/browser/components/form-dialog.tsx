import type { ComponentProps } from 'react'
import { Button } from './button.tsx'
import dialogStyles from './dialog.module.css'
import { Dialog } from './dialog.tsx'
import { Form } from './form.tsx'

/** A dialog with a form or a confirmation. It closes after a successful submit. */
export function FormDialog({
  title,
  action,
  dismiss = 'Cancel',
  kind = 'primary',
  ready = true,
  send,
  onClose,
  children,
}: Pick<ComponentProps<typeof Form>, 'send' | 'children'> & {
  title: string
  /** Label of the submit button. */
  action: string
  /** Label of the button that closes the dialog. */
  dismiss?: string
  /** `danger` for actions that end or delete something. */
  kind?: 'primary' | 'danger'
  /** Whether the form can be submitted, for example once a name was typed as confirmation. */
  ready?: boolean
  onClose: () => void
}) {
  return (
    <Dialog title={title} onClose={onClose}>
      <Form
        send={async (...submitted) => {
          if (!ready) return null
          const problem = await send(...submitted)
          if (!problem) onClose()
          return problem
        }}
        buttons={(busy) => (
          <div className={dialogStyles.footer}>
            <Button onClick={onClose}>{dismiss}</Button>
            <Button type="submit" kind={kind} busy={busy} disabled={!ready}>
              {action}
            </Button>
          </div>
        )}
      >
        {children}
      </Form>
    </Dialog>
  )
}
