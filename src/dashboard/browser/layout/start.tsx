import { Navigate, useSearch } from '@tanstack/react-router'
import { type ReactNode, useEffect, useState } from 'react'
import { useQuery } from 'urql'
import { type AuthAnswer, askAuth } from '../auth/auth-request.ts'
import { Failed } from '../components/states.tsx'
import { graphql } from '../graphql/graphql.ts'
import { problemOf } from '../graphql/problem.ts'
import { searchOf, text } from '../routing/search.ts'
import { lastPlace } from './last-place.ts'
import { NoOrganization, OtherOrganization } from './no-access.tsx'
import { SessionProvider } from './session.tsx'
import { PageLoading } from './states.tsx'

const START = graphql(`
  query Start {
    viewer {
      organization {
        databaseId
        projects(first: 1) {
          nodes {
            databaseId
          }
        }
      }
    }
  }
`)

/** `organization` is the one to open. By default, the last or the first one is opened. */
export const START_SEARCH = searchOf({ organization: text })

/** The page at `/`. Redirects to the last project, or to the first one. */
export function Start() {
  const { organization } = useSearch({ from: '/' })
  const last = lastPlace(organization)
  if (last)
    return <Navigate to="/organizations/$organizationId/projects/$projectId/overview" params={last} replace />
  return (
    <SignedIn>
      <SessionProvider organizationId={organization ?? null}>
        <FirstProject chosen={organization !== undefined} />
      </SessionProvider>
    </SignedIn>
  )
}

/** Shows its children to signed-in visitors. Others go to the sign-in page without a failed request. */
function SignedIn({ children }: { children: ReactNode }) {
  const [session, setSession] = useState<AuthAnswer>()
  useEffect(() => {
    void askAuth('get-session').then(setSession)
  }, [])
  if (!session) return <PageLoading />
  if (session.data === null && !session.problem) return <Navigate to="/sign-in" replace />
  return children
}

function FirstProject({ chosen }: { chosen: boolean }) {
  const [{ data, error }, retry] = useQuery({ query: START })
  if (error && !data) {
    if (problemOf(error)?.code === 'FORBIDDEN') return chosen ? <OtherOrganization /> : <NoOrganization />
    return <Failed error={error} retry={retry} />
  }
  if (!data) return <PageLoading />
  const { databaseId: organizationId, projects } = data.viewer.organization
  const project = projects?.nodes[0]
  return project ? (
    <Navigate
      to="/organizations/$organizationId/projects/$projectId/overview"
      params={{ organizationId, projectId: project.databaseId }}
      replace
    />
  ) : (
    <Navigate to="/organizations/$organizationId" params={{ organizationId }} replace />
  )
}
