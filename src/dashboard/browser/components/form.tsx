import { type ComponentProps, type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import type { Problem } from '../graphql/problem.ts'
import styles from './form.module.css'

/**
 * A form. Field errors are shown at their fields, and the first invalid field gets the focus. Other errors are shown
 * above the buttons.
 */
export function Form({
  send,
  children,
  buttons,
  ...rest
}: Omit<ComponentProps<'form'>, 'children' | 'ref' | 'onSubmit'> & {
  /** Submits the form. Resolves with a problem, or null on success. */
  send: (typed: FormData, form: HTMLFormElement) => Promise<Problem | null>
  /** The fields, or a function that renders them with their errors. */
  children: ReactNode | ((errors: Problem['fieldErrors']) => ReactNode)
  /** Renders the buttons. While `busy`, the form is being submitted. */
  buttons: (busy: boolean) => ReactNode
}) {
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<Problem | null>(null)
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => {
    if (problem) form.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus()
  }, [problem])
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (busy) return
    setBusy(true)
    const result = await send(new FormData(event.currentTarget), event.currentTarget)
    setBusy(false)
    setProblem(result)
  }
  const errors = problem?.fieldErrors ?? {}
  return (
    <form ref={form} className={styles.form} noValidate {...rest} onSubmit={submit}>
      {typeof children === 'function' ? children(errors) : children}
      {problem && Object.keys(errors).length === 0 && (
        <p role="alert" className={styles.problem}>
          {problem.message}
        </p>
      )}
      {buttons(busy)}
    </form>
  )
}
