import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import icon from '../../../../style/icon.svg'
import type { Problem } from '../../graphql/problem.ts'
import { Button } from '../../parts/button.tsx'
import { useErrorFocus } from '../../parts/use-error-focus.ts'
import type { AuthAnswer } from './auth-request.ts'
import styles from './card.module.css'

/** A page outside of the application: a title and a form in the middle. */
export function Card({ title, lead, children }: { title: string; lead?: ReactNode; children?: ReactNode }) {
  useEffect(() => {
    document.title = `${title} · Answergraph`
  }, [title])
  return (
    <main className={styles.page}>
      <p className={styles.brand}>
        <img src={icon} alt="" width="18" height="18" />
        Answergraph
      </p>
      <div className={styles.card}>
        <h1>{title}</h1>
        {lead && <p className={styles.lead}>{lead}</p>}
        {children}
      </div>
      <p className={styles.foot}>
        <a href="/docs">Documentation</a>
      </p>
    </main>
  )
}

/**
 * A form for an endpoint of /api/auth. What is wrong with a field is shown there, everything else above the button.
 * @param send sends what was typed
 * @param onDone is called with the data of the answer
 */
export function AuthForm({
  action,
  fields,
  send,
  onDone,
  children,
}: {
  /** What the button says. */
  action: string
  fields: (errors: Problem['fieldErrors']) => ReactNode
  send: (typed: FormData) => Promise<AuthAnswer>
  onDone: (data: unknown) => void
  children?: ReactNode
}) {
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<Problem | null>(null)
  const form = useRef<HTMLFormElement>(null)
  useErrorFocus(form, problem)
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    setBusy(true)
    const answer = await send(new FormData(event.currentTarget))
    setBusy(false)
    setProblem(answer.problem)
    if (!answer.problem) onDone(answer.data)
  }
  const isAboutFields = problem !== null && Object.keys(problem.fieldErrors).length > 0
  return (
    <form ref={form} className={styles.form} onSubmit={submit} noValidate>
      {fields(problem?.fieldErrors ?? {})}
      {problem && !isAboutFields && (
        <p role="alert" className={styles.problem}>
          {problem.message}
        </p>
      )}
      <Button type="submit" kind="primary" busy={busy}>
        {action}
      </Button>
      {children}
    </form>
  )
}
