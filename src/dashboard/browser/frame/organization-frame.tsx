import { Navigate, Outlet, useParams } from '@tanstack/react-router'
import { useCallback, useEffect, useRef, useState } from 'react'
import { useQuery } from 'urql'
import { problemOf } from '../graphql/problem.ts'
import { Failed } from '../parts/states.tsx'
import { forgetPlace, lastPlace } from './last-place.ts'
import { NoLongerMember, OtherOrganization } from './no-access.tsx'
import { SessionProvider, useLiveState } from './session.tsx'
import { Shell } from './shell.tsx'
import { PageLoading } from './states.tsx'
import { VIEWER, type Viewer, ViewerContext } from './viewer.ts'

/** Everything below /organizations/ID: the navigation beside the page. */
export function OrganizationFrame() {
  const { organizationId } = useParams({ from: '/organizations/$organizationId' })
  return <Organization organizationId={organizationId} key={organizationId} />
}

function Organization({ organizationId }: { organizationId: string }) {
  const [isRemoved, setIsRemoved] = useState(false)
  const onRemoved = useCallback(() => setIsRemoved(true), [])
  return (
    <SessionProvider organizationId={organizationId} onRemoved={onRemoved}>
      <WithViewer organizationId={organizationId} isRemoved={isRemoved} />
    </SessionProvider>
  )
}

function WithViewer({ organizationId, isRemoved }: { organizationId: string; isRemoved: boolean }) {
  const [{ data, error }, retry] = useQuery({ query: VIEWER })
  const live = useLiveState()
  // Whoever signed out in another tab is led to the page for signing in, and a changed role to what it may do.
  useEffect(() => {
    if (live === 'refused') retry({ requestPolicy: 'network-only' })
  }, [live, retry])
  // Reading it again may fail, which leaves the pages as they are.
  const latest = useRef<Viewer>(null)
  if (data) latest.current = data.viewer
  const viewer = latest.current
  if (!viewer) {
    if (problemOf(error)?.code === 'FORBIDDEN') return <Refused organizationId={organizationId} />
    if (error) return <Failed error={error} retry={() => retry({ requestPolicy: 'network-only' })} />
    return <PageLoading />
  }
  if (isRemoved) return <NoLongerMember organizationId={organizationId} name={viewer.organization.name} />
  return (
    <ViewerContext value={viewer}>
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
