import { useParams } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { useQuery } from 'urql'
import { askServer, textIn } from '../../auth/auth-request.ts'
import { Failed, Skeleton } from '../../components/states.tsx'
import type { Problem } from '../../graphql/problem.ts'
import { SessionProvider } from '../../layout/session.tsx'
import { VIEWER } from '../../layout/viewer.ts'
import { Card } from '../sign-in/card.tsx'
import { type App, Approval } from './approval.tsx'

/** The page at which apps ask a member for access (OAuth). */
export function ConnectApp() {
  const { requestId } = useParams({ from: '/oauth/requests/$requestId' })
  const path = `/oauth/requests/${encodeURIComponent(requestId)}`
  const [app, setApp] = useState<App | null>(null)
  const [problem, setProblem] = useState<Problem | null>(null)
  const [organizationId, setOrganizationId] = useState<string | null>(null)
  useEffect(() => {
    void askServer(`${path}/details`).then(({ data, problem }) => {
      setProblem(problem)
      if (!problem)
        setApp({ path, name: textIn(data, 'name'), redirectsTo: textIn(data, 'redirectsTo') ?? '' })
    })
  }, [path])
  if (problem) {
    const isExpired = problem.code === 'NOT_FOUND'
    return (
      <Card
        title="This app cannot be connected"
        lead={
          isExpired
            ? 'The request has expired or was opened in another browser. Go back to the app and connect it again.'
            : problem.message
        }
      />
    )
  }
  if (!app) return <Loading />
  return (
    <SessionProvider organizationId={organizationId} key={organizationId}>
      <WithViewer app={app} onOrganization={setOrganizationId} />
    </SessionProvider>
  )
}

function WithViewer({ app, onOrganization }: { app: App; onOrganization: (organizationId: string) => void }) {
  // Visitors without a session are sent to the sign-in page, which leads back here.
  const [{ data, error }, retry] = useQuery({ query: VIEWER })
  if (error) return <Failed error={error} retry={retry} />
  if (!data) return <Loading />
  return <Approval app={app} viewer={data.viewer} onOrganization={onOrganization} />
}

function Loading() {
  return (
    <Card title="Connect an app">
      <Skeleton height={200} />
    </Card>
  )
}
