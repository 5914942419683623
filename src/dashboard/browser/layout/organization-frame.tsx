import { Navigate, Outlet, useParams } from '@tanstack/react-router'
import { useCallback, useEffect, useRef, useState } from 'react'
import { useQuery } from 'urql'
import { Failed } from '../components/states.tsx'
import { problemOf } from '../graphql/problem.ts'
import { forgetPlace, lastPlace } from './last-place.ts'
import { NoLongerMember, OtherOrganization } from './no-access.tsx'
import { SessionProvider, useLiveState } from './session.tsx'
import { Shell } from './shell.tsx'
import { PageLoading } from './states.tsx'
import { VIEWER, type Viewer, ViewerContext } from './viewer.ts'

/** Layout of all pages below /organizations/ID: navigation and content. */
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
  // Fetching the viewer again sends users who signed out in another tab to the sign-in page, and applies a changed
  // role.
  useEffect(() => {
    if (live === 'refused') retry({ requestPolicy: 'network-only' })
  }, [live, retry])
  // A failed refetch keeps the pages as they were.
  const latest = useRef<Viewer>(null)
  if (data) latest.current = data.viewer
  const viewer = latest.current
  if (!viewer) {
    if (problemOf(error)?.code === 'FORBIDDEN') return <Refused organizationId={organizationId} />
    if (error) return <Failed error={error} retry={retry} />
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

/**
 * Redirects if this browser remembers the organization, because the user was a member before. Otherwise, explains that
 * the user is not a member.
 */
function Refused({ organizationId }: { organizationId: string }) {
  const [remembered] = useState(() => lastPlace(organizationId) !== null)
  useEffect(() => forgetPlace(organizationId), [organizationId])
  return remembered ? <Navigate to="/" replace /> : <OtherOrganization />
}
