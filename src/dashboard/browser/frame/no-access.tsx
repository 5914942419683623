import { Link } from '@tanstack/react-router'
import { useEffect } from 'react'
import { Button } from '../parts/button.tsx'
import { Message } from '../parts/states.tsx'
import { signOut } from './sign-out.ts'
import styles from './states.module.css'

/** Shown to a user who belongs to no organization, as after they were removed from their only one. */
export function NoOrganization() {
  useTitle('No organization')
  return (
    <main className={styles.alone}>
      <Message
        title="You do not belong to any organization any more"
        text="Ask an administrator of yours to invite you again. Your account is kept: the invitation opens it."
      >
        <Button onClick={signOut}>Sign out</Button>
      </Message>
    </main>
  )
}

/** Shown for the address of an organization that the user does not belong to, whether it exists or not. */
export function OtherOrganization() {
  useTitle('Not your organization')
  return (
    <main className={styles.alone}>
      <Message
        title="You are not a member of this organization"
        text="Its address is wrong, or you do not belong to it any more. An administrator of it can invite you."
      >
        <Link to="/">Go to your organization</Link>
        <Button onClick={signOut}>Sign out</Button>
      </Message>
    </main>
  )
}

function useTitle(title: string): void {
  useEffect(() => {
    document.title = `${title} · Answergraph`
  }, [title])
}
