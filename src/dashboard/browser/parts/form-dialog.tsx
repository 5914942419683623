import { type FormEvent, type ReactNode, useRef, useState } from 'react'
import type { Problem } from '../graphql/problem.ts'
import { Button } from './button.tsx'
import { Dialog } from './dialog.tsx'
import styles from './form-dialog.module.css'
import { useErrorFocus } from './use-error-focus.ts'

/**
 * A dialog with a form, or a question with one button. What is wrong with a field is shown there and the first wrong one is
 * focused; everything else is said above the buttons. It closes when what was sent has been done.
 */
export function FormDialog({
  title,
  action,
  kind = 'primary',
  ready = true,
  send,
  onClose,
  children,
}: {
  title: string
  /** What the button says that sends it. */
  action: string
  /** `danger` where something is ended or deleted. */
  kind?: 'primary' | 'danger'
  /** Whether it can be sent, as once a name was typed for confirmation. */
  ready?: boolean
  /** Resolves with what went wrong; null when it is done. */
  send: (typed: FormData) => Promise<Problem | null>
  onClose: () => void
  /** The fields; a function is given what is wrong with each. */
  children: ReactNode | ((errors: Problem['fieldErrors']) => ReactNode)
}) {
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<Problem | null>(null)
  const form = useRef<HTMLFormElement>(null)
  useErrorFocus(form, problem)
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (!ready || busy) return
    setBusy(true)
    const found = await send(new FormData(event.currentTarget))
    setBusy(false)
    setProblem(found)
    if (!found) onClose()
  }
  const isAboutFields = problem !== null && Object.keys(problem.fieldErrors).length > 0
  return (
    <Dialog title={title} onClose={onClose}>
      <form ref={form} className={styles.form} onSubmit={submit} noValidate>
        {typeof children === 'function' ? children(problem?.fieldErrors ?? {}) : children}
        {problem && !isAboutFields && (
          <p role="alert" className={styles.problem}>
            {problem.message}
          </p>
        )}
        <div className={styles.footer}>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" kind={kind} busy={busy} disabled={!ready}>
            {action}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
