import type { ComponentProps, ReactNode } from 'react'
import icon from '../../../../style/icon.svg'
import type { AuthAnswer } from '../../auth/auth-request.ts'
import { Button } from '../../components/button.tsx'
import { Form } from '../../components/form.tsx'
import { useTitle } from '../../components/use-title.ts'
import styles from './card.module.css'

/** A page outside of the dashboard, with a title and a centered form. */
export function Card({ title, lead, children }: { title: string; lead?: ReactNode; children?: ReactNode }) {
  useTitle(title)
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

/** A form for an endpoint of /api/auth. */
export function AuthForm({
  action,
  fields,
  send,
  onDone,
  children,
}: {
  /** Label of the button. */
  action: string
  fields: ComponentProps<typeof Form>['children']
  /** Submits the form. */
  send: (typed: FormData) => Promise<AuthAnswer>
  /** Called with the data of the response. */
  onDone?: (data: unknown) => void
  /** Shown below the button. */
  children?: ReactNode
}) {
  return (
    <Form
      send={async (typed) => {
        const answer = await send(typed)
        if (!answer.problem) onDone?.(answer.data)
        return answer.problem
      }}
      buttons={(busy) => (
        <>
          <Button type="submit" kind="primary" busy={busy}>
            {action}
          </Button>
          {children}
        </>
      )}
    >
      {fields}
    </Form>
  )
}
