import { Link } from '@tanstack/react-router'
import { useEffect } from 'react'
import { Button } from '../parts/button.tsx'
import { Message } from '../parts/states.tsx'
import { forgetPlace } from './last-place.ts'
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

/** Shown in place of the pages of an organization to a user who was removed from it while they were open. */
export function NoLongerMember({ organizationId, name }: { organizationId: string; name: string }) {
  useTitle('Not a member any more')
  useEffect(() => forgetPlace(organizationId), [organizationId])
  return (
    <main className={styles.alone}>
      <Message
        title={`You are not a member of ${name} any more`}
        text="You were removed, or left it in another window. What was open is no longer yours to see; an administrator of it can invite you again."
      >
        <Link to="/">Go to your organization</Link>
        <Button onClick={signOut}>Sign out</Button>
      </Message>
    </main>
  )
}

/** Shown beside the navigation for the address of a project that the organization does not have. */
export function NoProject({ organizationId }: { organizationId: string }) {
  useTitle('No such project')
  return (
    <Message title="There is no such project" text="The address is wrong, or the project was deleted.">
      <Link to="/organizations/$organizationId" params={{ organizationId }}>
        All projects
      </Link>
    </Message>
  )
}

function useTitle(title: string): void {
  useEffect(() => {
    document.title = `${title} · Answergraph`
  }, [title])
}
