import { Navigate, Outlet, useParams } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { useQuery } from 'urql'
import { problemOf } from '../graphql/problem.ts'
import { Failed } from '../parts/states.tsx'
import { forgetPlace, lastPlace } from './last-place.ts'
import { OtherOrganization } from './no-access.tsx'
import { SessionProvider, useLiveState } from './session.tsx'
import { Shell } from './shell.tsx'
import { PageLoading } from './states.tsx'
import { VIEWER, ViewerContext } from './viewer.ts'

/** Everything below /organizations/ID: the navigation beside the page. */
export function OrganizationFrame() {
  const { organizationId } = useParams({ from: '/organizations/$organizationId' })
  return (
    <SessionProvider organizationId={organizationId} key={organizationId}>
      <WithViewer organizationId={organizationId} />
    </SessionProvider>
  )
}

function WithViewer({ organizationId }: { organizationId: string }) {
  const [{ data, error }, retry] = useQuery({ query: VIEWER })
  const live = useLiveState()
  // Whoever signed out in another tab is led to the page for signing in, and a changed role to what it may do.
  useEffect(() => {
    if (live === 'refused') retry({ requestPolicy: 'network-only' })
  }, [live, retry])
  if (error && problemOf(error)?.code === 'FORBIDDEN') return <Refused organizationId={organizationId} />
  if (!data && error) {
    return <Failed error={error} retry={() => retry({ requestPolicy: 'network-only' })} />
  }
  if (!data) return <PageLoading />
  return (
    <ViewerContext value={data.viewer}>
      <Shell>
        <Outlet />
      </Shell>
    </ViewerContext>
  )
}

/** An organization that this browser remembers, and to which the user no longer belongs, is forgotten; any other is an address that was opened. */
function Refused({ organizationId }: { organizationId: string }) {
  const [remembered] = useState(() => lastPlace(organizationId) !== null)
  useEffect(() => forgetPlace(organizationId), [organizationId])
  return remembered ? <Navigate to="/" replace /> : <OtherOrganization />
}
