import { Link } from '@tanstack/react-router'
import { type ReactNode, useEffect } from 'react'
import { Button } from '../components/button.tsx'
import { Message } from '../components/states.tsx'
import { useTitle } from '../components/use-title.ts'
import { forgetPlace } from './last-place.ts'
import { signOut } from './sign-out.ts'
import styles from './states.module.css'

/** Shown to a user without any organization, for example after they were removed from their only one. */
export function NoOrganization() {
  return (
    <NoAccess
      title="You are no longer a member of any organization"
      text="Ask an administrator to invite you again. Your account is kept, and the invitation gives you access."
    />
  )
}

/** Shown for an organization that the user is not a member of, whether it exists or not. */
export function OtherOrganization() {
  return (
    <NoAccess
      title="You are not a member of this organization"
      text="The address is wrong, or you are no longer a member. An administrator can invite you."
    >
      <Link to="/">Go to your organization</Link>
    </NoAccess>
  )
}

/** Shown to a user who was removed from an organization while its pages were open. */
export function NoLongerMember({ organizationId, name }: { organizationId: string; name: string }) {
  useEffect(() => forgetPlace(organizationId), [organizationId])
  return (
    <NoAccess
      title={`You are no longer a member of ${name}`}
      text="You were removed, or you left in another window. You can no longer see its data. An administrator can invite you again."
    >
      <Link to="/">Go to your organization</Link>
    </NoAccess>
  )
}

function NoAccess({ title, text, children }: { title: string; text: string; children?: ReactNode }) {
  useTitle(title)
  return (
    <main className={styles.alone}>
      <Message title={title} text={text}>
        {children}
        <Button onClick={signOut}>Sign out</Button>
      </Message>
    </main>
  )
}

/** Shown inside the layout for a project that does not exist in the organization. */
export function NoProject({ organizationId }: { organizationId: string }) {
  useTitle('Project not found')
  return (
    <Message title="Project not found" text="The address is wrong, or the project was deleted.">
      <Link to="/organizations/$organizationId" params={{ organizationId }}>
        All projects
      </Link>
    </Message>
  )
}
