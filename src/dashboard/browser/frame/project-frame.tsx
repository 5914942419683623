import { Outlet, useParams } from '@tanstack/react-router'
import { createContext, useContext, useEffect } from 'react'
import { useQuery, useSubscription } from 'urql'
import { graphql, type ResultOf } from '../graphql/graphql.ts'
import { problemOf } from '../graphql/problem.ts'
import { Failed } from '../parts/states.tsx'
import { forgetPlace, rememberPlace } from './last-place.ts'
import { NoProject } from './no-access.tsx'
import { PageLoading } from './states.tsx'

/** Reads the project that is shown. */
export const PROJECT = graphql(`
  query Project($id: ID!) {
    project(id: $id) {
      id
      databaseId
      name
      displayName
      analysisBrandName
      location
      schedule {
        enabled
        nextRunAt
      }
      defaultProviders {
        id
        token
        label
        simulated
        state
      }
      competitors(first: 100) {
        nodes {
          id
          databaseId
          name
        }
      }
      latestRun {
        id
        databaseId
        status
        finishedAt
        simulated
      }
    }
  }
`)

const ACTIVITY = graphql(`
  subscription Activity($projectId: ID!) {
    projectActivity(projectId: $projectId) {
      __typename
      ... on ProjectChanged {
        parts
        project {
          id
          displayName
          analysisBrandName
        }
      }
      ... on RunChanged {
        run {
          id
          status
          startedAt
          finishedAt
          progress {
            total
            completed
            failed
          }
        }
      }
      ... on AsyncAnalysisChanged {
        asyncAnalysis {
          id
          status
          startedAt
          finishedAt
          progress {
            total
            completed
            failed
          }
        }
      }
      ... on ReextractionChanged {
        reextraction {
          id
          status
          progress {
            total
            completed
          }
        }
      }
      ... on ProjectDeleted {
        deletedProjectId
      }
    }
  }
`)

/** The project that is shown. */
export type Project = NonNullable<ResultOf<typeof PROJECT>['project']>

const ProjectContext = createContext<Project | null>(null)

/** The project of the page. */
export function useProject(): Project {
  const project = useContext(ProjectContext)
  if (!project) throw new Error('used outside of a project')
  return project
}

/** Everything below /organizations/ID/projects/ID: reads the project, and keeps what was read of it up to date. */
export function ProjectFrame() {
  const { organizationId, projectId } = useParams({
    from: '/organizations/$organizationId/projects/$projectId',
  })
  const [{ data, error }, retry] = useQuery({ query: PROJECT, variables: { id: projectId } })
  useSubscription({ query: ACTIVITY, variables: { projectId }, pause: !data?.project })
  const found = data?.project
  useEffect(() => {
    if (found) rememberPlace({ organizationId, projectId })
    else if (error || data) forgetPlace(organizationId)
  }, [organizationId, projectId, found, error, data])
  if (found) {
    return (
      <ProjectContext value={found}>
        <Outlet />
      </ProjectContext>
    )
  }
  if (problemOf(error)?.code === 'NOT_FOUND') return <NoProject organizationId={organizationId} />
  if (error) return <Failed error={error} retry={() => retry({ requestPolicy: 'network-only' })} />
  return <PageLoading />
}
